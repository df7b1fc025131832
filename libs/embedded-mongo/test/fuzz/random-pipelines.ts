import type { mongo } from "mongoose";
import type { Random } from "../support/random.ts";
import { randomFilter, type Vocabulary } from "./random-filters.ts";
import { smallValue } from "./random-updates.ts";

const PATHS = ["$a", "$b", "$c", "$d", "$a.x", "$b.y", "$a.0", "$c.x.y", "$$ROOT.a"];
const path = (random: Random): string => random.pick(PATHS);

/** A value that an expression takes as it is: no text that begins with a dollar sign, no document with a field of that kind. */
const literal = (random: Random) => ({ $literal: smallValue(random, 1) });
type Pick = (random: Random, depth: number) => unknown;

const EXPRESSIONS: readonly Pick[] = [
  ...["$add", "$subtract", "$multiply"].map(
    (name): Pick =>
      (random, depth) => ({ [name]: [part(random, depth), part(random, depth)] }),
  ),
  ...["$eq", "$ne", "$gt", "$gte", "$lt", "$lte"].map(
    (name): Pick =>
      (random, depth) => ({ [name]: [part(random, depth), part(random, depth)] }),
  ),
  ...["$and", "$or", "$ifNull", "$max", "$min"].map(
    (name): Pick =>
      (random, depth) => ({ [name]: [part(random, depth), part(random, depth)] }),
  ),
  ...["$not", "$size"].map(
    (name): Pick =>
      (random, depth) => ({ [name]: [part(random, depth)] }),
  ),
  (random, depth) => ({ $cond: [part(random, depth), part(random, depth), part(random, depth)] }),
  (random, depth) => ({ $in: [part(random, depth), path(random)] }),
  (random) => ({ $slice: [path(random), random.below(5) - 2] }),
  (random, depth) => ({ v: part(random, depth), w: path(random) }),
  (random, depth) => [part(random, depth), path(random)],
];

function part(random: Random, depth: number): unknown {
  const kind = random.next();
  if (depth > 1 || kind < 0.5) return path(random);
  return kind < 0.7 ? literal(random) : randomExpression(random, depth + 1);
}

const randomExpression = (random: Random, depth = 0): unknown => random.pick(EXPRESSIONS)(random, depth);

/** A projection with paths, or with new fields. */
export function randomProjection(random: Random): mongo.Document {
  const picked = ["a", "b.x", "c", "d", "a.y"].filter(() => random.next() < 0.5);
  const chosen = picked.includes("a") ? picked.filter((name) => name !== "a.y") : picked;
  const flag = random.pick([0, 1]);
  const projection: mongo.Document = Object.fromEntries((chosen.length ? chosen : ["a"]).map((name) => [name, flag]));
  if (random.next() < 0.3) projection._id = flag === 0 ? 0 : random.pick([0, 1]);
  if (flag === 1 && random.next() < 0.5) projection.computed = randomExpression(random);
  return projection;
}

const ACCUMULATORS = ["$sum", "$avg", "$min", "$max", "$first", "$push"];

function randomGroup(random: Random): mongo.Document {
  const fields = Object.fromEntries(["m", "n"].map((name) => [name, { [random.pick(ACCUMULATORS)]: path(random) }]));
  return { $group: { _id: random.next() < 0.2 ? null : path(random), ...fields } };
}

const LOCAL_FIELDS = ["a", "b", "c", "d", "a.x", "a.y", "a.0", "a.0.x", "c.x.y"];
const FOREIGN_FIELDS = ["a", "b", "c", "d", "a", "b.x", "_id"];

function randomLookup(random: Random, from: string): mongo.Document {
  const as = random.pick(["joined", "a", "d"]);
  const stages = random.next() < 0.5 ? [{ $sort: { _id: -1 } }, { $limit: 2 }, { $project: { _id: 1, a: 1 } }] : [{ $limit: 3 }];
  const fields = { localField: random.pick(LOCAL_FIELDS), foreignField: random.pick(FOREIGN_FIELDS) };
  const kind = random.next();
  if (kind < 0.6) return { $lookup: { from, ...fields, as } };
  if (kind < 0.75) return { $lookup: { from, ...fields, pipeline: stages, as } };
  const $expr = { [random.pick(["$eq", "$gt", "$lte", "$ne"])]: [path(random), "$$local"] };
  return {
    $lookup: { from, let: { local: path(random) }, pipeline: [{ $match: { $expr } }, ...stages], as, ...(kind > 0.9 && fields) },
  };
}

type Stages = (random: Random, vocabulary: Vocabulary, collection: string) => mongo.Document[];
/** Groups come in no order, so that a sort by their id follows. */
const STAGES: readonly Stages[] = [
  (random, vocabulary) => [{ $match: randomFilter(random, vocabulary, 1) }],
  (random) => [{ $sort: { [random.pick(["a", "b", "c", "d"])]: random.pick([1, -1]), _id: 1 } }],
  (random) => [{ $skip: random.below(3) }],
  (random) => [{ $limit: 1 + random.below(8) }],
  (random) => [{ $project: randomProjection(random) }],
  (random) => [{ $set: { [random.pick(["a", "b", "n"])]: randomExpression(random) } }],
  (random) => [{ $unset: random.pick(["a", "b.x", "c"]) }],
  (random, _vocabulary, collection) => [randomLookup(random, collection)],
  (random) => [
    {
      $unwind: {
        path: random.pick(["$a", "$b", "$c"]),
        preserveNullAndEmptyArrays: random.next() < 0.5,
        ...(random.next() < 0.5 && { includeArrayIndex: "at" }),
      },
    },
  ],
];
const LAST_STAGES: readonly Stages[] = [
  (random) => [randomGroup(random), { $sort: { _id: 1 } }],
  () => [{ $count: "n" }],
  (random) => [{ $replaceRoot: { newRoot: random.pick<unknown>(["$a", { before: path(random), d: "$d" }]) } }],
];

/** A random pipeline; its joins are with `collection`. */
export function randomPipeline(random: Random, vocabulary: Vocabulary, collection: string): mongo.Document[] {
  const stages = Array.from({ length: 1 + random.below(3) }, () => random.pick(STAGES)(random, vocabulary, collection)).flat();
  return random.next() < 0.4 ? [...stages, ...random.pick(LAST_STAGES)(random, vocabulary, collection)] : stages;
}
