import type { mongo } from "mongoose";
import type { Random } from "../support/random.ts";
import { randomUpdate, smallDocument, smallValue } from "./random-updates.ts";

/** An upsert that finds nothing. */
export interface Upsert {
  readonly filter: mongo.Document;
  readonly update: mongo.Document | mongo.Document[];
}

const PATHS = ["a", "b", "c", "a.x", "a.y", "b.x.y", "d.0", "e"];

const CONDITIONS: readonly ((random: Random) => unknown)[] = [
  (random) => smallValue(random),
  (random) => smallValue(random),
  (random) => ({ $eq: smallValue(random) }),
  (random) => ({ $in: [smallValue(random)] }),
  (random) => ({ $in: [smallValue(random), 7] }),
  (random) => ({ $gt: random.below(3) }),
  (random) => ({ $eq: smallValue(random), $exists: true }),
  () => ({ $exists: false }),
  (random) => ({ $ne: random.below(3) }),
  (random) => ({ $not: { $eq: random.below(3) } }),
  (random) => ({ $elemMatch: { $eq: random.below(3) } }),
];

function fields(random: Random, most: number): mongo.Document {
  const filter: mongo.Document = {};
  for (let count = 1 + random.below(most); count > 0; count--) filter[random.pick(PATHS)] = random.pick(CONDITIONS)(random);
  return filter;
}

function randomFilter(random: Random): mongo.Document {
  const filter = random.next() < 0.85 ? fields(random, 3) : {};
  if (random.next() < 0.3)
    filter[random.pick(["$and", "$or", "$nor"])] = Array.from({ length: 1 + random.below(2) }, () => fields(random, 2));
  if (random.next() < 0.3) filter._id = random.pick<unknown>([5, { $eq: 5 }, { $in: [5] }, { $gt: 5 }, { $in: [5, 6] }]);
  return filter;
}

export function randomUpsert(random: Random): Upsert {
  const filter = randomFilter(random);
  const kind = random.next();
  if (kind < 0.2) return { filter, update: { ...(random.next() < 0.3 && { _id: random.pick([5, 6]) }), ...smallDocument(random) } };
  if (kind < 0.3) return { filter, update: [{ $set: { n: "$a", e: { v: "$b" } } }, { $unset: "c" }] };
  const update = randomUpdate(random);
  return { filter, update: random.next() < 0.4 ? { ...update, $setOnInsert: { f: smallValue(random), g: 1 } } : update };
}
