import type { mongo } from "mongoose";
import type { Random } from "../support/random.ts";
import { conflicts, randomArgument, smallValue, UPDATE_OPERATORS } from "./random-updates.ts";

/** An update of elements that the filter, an array filter or `$[]` selects. */
export interface ArrayUpdate {
  readonly before: mongo.Document;
  readonly filter: mongo.Document;
  readonly update: mongo.Document;
  readonly arrayFilters: mongo.Document[];
}

const PATHS = ["a.$[]", "a.$[].x", "a.$[i]", "a.$[i].x", "a.$[j].y", "a.$[i].y.$[j]", "a.$[].y.$[k]", "b.$[i]", "b.x.$[j]", "c.$[]"];
const POSITIONAL = ["a.$", "a.$.x", "a.$.y", "a.$.y.$[j]", "b.$", "a.$.y.0"];
const PLAIN = ["c", "d", "a.0.z", "b"];

const element = (random: Random): unknown =>
  random.next() < 0.5
    ? { x: smallValue(random, 2), ...(random.next() < 0.6 && { y: Array.from({ length: random.below(3) }, () => smallValue(random, 2)) }) }
    : smallValue(random, 1);
const elements = (random: Random): unknown[] => Array.from({ length: random.below(4) }, () => element(random));

type Pick = (random: Random) => unknown;
/** Conditions that an array meets by one of its elements. */
const BY_ELEMENT: readonly Pick[] = [
  (random) => random.below(5),
  (random) => ({ $eq: smallValue(random, 2) }),
  (random) => ({ $gte: random.below(4) }),
  (random) => ({ $in: [random.below(5), "a", "ab"] }),
];
/** Beside them those that it meets by several, or as a whole: then the position is open. */
const CONDITIONS: readonly Pick[] = [...BY_ELEMENT, (random) => ({ $gt: random.below(2), $lte: 3 }), () => ({ $exists: true })];
const condition = (random: Random, conditions = CONDITIONS): unknown => random.pick(conditions)(random);

function arrayFilter(random: Random, name: string): mongo.Document {
  const kind = random.next();
  if (kind < 0.5) return { [name]: condition(random) };
  if (kind < 0.8) return { [`${name}.x`]: condition(random) };
  return { [random.pick(["$or", "$and"])]: [{ [name]: condition(random) }, { [`${name}.x`]: condition(random) }] };
}

/** One condition on one array, as the manual wants it for the positional operator. */
function positionFilter(random: Random): mongo.Document {
  const kind = random.next();
  if (kind < 0.4) return { a: condition(random, BY_ELEMENT) };
  if (kind < 0.6) return { "a.x": condition(random, BY_ELEMENT) };
  if (kind < 0.8) return { a: { $elemMatch: random.next() < 0.5 ? { x: condition(random) } : { $gte: random.below(4) } } };
  return { b: condition(random, BY_ELEMENT) };
}

const identifiersIn = (paths: readonly string[]): string[] => [
  ...new Set(paths.flatMap((path) => [...path.matchAll(/\$\[(\w+)\]/g)].map(([, name]) => String(name)))),
];

export function randomArrayUpdate(random: Random): ArrayUpdate {
  const positional = random.next() < 0.4;
  const update: Record<string, mongo.Document> = {};
  const used: string[] = [];
  for (let count = 1 + random.below(3); count > 0; count--) {
    const kind = random.next();
    const path = random.pick(kind < 0.15 ? PLAIN : positional && kind < 0.8 ? POSITIONAL : PATHS);
    if (used.some((other) => conflicts(other, path))) continue;
    used.push(path);
    const operator = random.pick(UPDATE_OPERATORS);
    update[operator] = { ...update[operator], [path]: randomArgument(random, operator) };
  }
  const identifiers = identifiersIn(used).filter(() => random.next() < 0.97);
  if (random.next() < 0.02) identifiers.push("unused");
  return {
    before: {
      _id: -1,
      a: elements(random),
      ...(random.next() < 0.8 && { b: random.next() < 0.5 ? elements(random) : { x: elements(random) } }),
      c: smallValue(random),
    },
    filter: { _id: -1, ...(positional && random.next() < 0.95 && positionFilter(random)) },
    update,
    arrayFilters: identifiers.map((name) => arrayFilter(random, name)),
  };
}
