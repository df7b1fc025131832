import { mongo } from "mongoose";
import type { Random } from "../support/random.ts";
import { randomAny, randomScalar } from "./random-values.ts";

const { BSONRegExp } = mongo.BSON;

/** The material of random filters. */
export interface Vocabulary {
  readonly paths: readonly string[];
  /** Values that documents have: a random value would hardly ever be the one at the end of a range. */
  readonly values: readonly unknown[];
}

const PATHS = ["a", "b", "c", "d", "a", "b", "a.x", "a.y", "b.x", "a.0", "a.x.y", "b.0.x", "c.1"];
export const randomPath = (random: Random): string => random.pick(PATHS);

const TYPES = [
  "double",
  "string",
  "object",
  "array",
  "binData",
  "objectId",
  "bool",
  "date",
  "null",
  "regex",
  "decimal",
  "number",
  "minKey",
];
const RANGES = ["$gt", "$gte", "$lt", "$lte"];

type Pick = (random: Random, vocabulary: Vocabulary) => unknown;

const operand: Pick = (random, { values }) => {
  const kind = random.next();
  if (kind < 0.2) return random.below(4);
  if (kind < 0.35) return randomScalar(random);
  return kind < 0.4 || !values.length ? randomAny(random, 1) : random.pick(values);
};

/** Searching with a pattern is refused; one is compared by `$eq` alone. */
const isPattern = (value: unknown): boolean => value instanceof BSONRegExp || value instanceof RegExp;
const plainOperand: Pick = (random, vocabulary) => {
  for (;;) {
    const value = operand(random, vocabulary);
    if (!isPattern(value)) return value;
  }
};

const operands = (random: Random, vocabulary: Vocabulary): unknown[] =>
  Array.from({ length: random.below(4) }, () => plainOperand(random, vocabulary));

function rangeCondition(random: Random, vocabulary: Vocabulary): mongo.Document {
  const condition: mongo.Document = { [random.pick(RANGES)]: plainOperand(random, vocabulary) };
  if (random.next() < 0.5) condition[random.pick(RANGES)] = plainOperand(random, vocabulary);
  return condition;
}

const CONDITIONS: readonly Pick[] = [
  plainOperand,
  plainOperand,
  rangeCondition,
  rangeCondition,
  rangeCondition,
  (random, words) => ({ $eq: operand(random, words) }),
  (random, words) => ({ $in: operands(random, words) }),
  (random, words) => ({ $nin: operands(random, words) }),
  (random, words) => ({ $ne: plainOperand(random, words) }),
  (random) => ({ $exists: random.next() < 0.6 }),
  (random, words) => ({ $not: rangeCondition(random, words) }),
  (random) => ({ $type: random.pick(TYPES) }),
  (random) => ({ $size: random.below(3) }),
  (random, words) => ({ $elemMatch: rangeCondition(random, words) }),
  (random, words) => ({ $elemMatch: { x: plainOperand(random, words) } }),
  (random, words) => ({ $elemMatch: { x: rangeCondition(random, words), y: 1 + random.below(3) } }),
];

/** A random filter with every kind of condition, `$and`, `$or` and `$nor` included. */
export function randomFilter(random: Random, vocabulary: Vocabulary, depth = 0): mongo.Document {
  const filter: mongo.Document = {};
  for (let fields = 1 + random.below(depth ? 2 : 3); fields > 0; fields--) {
    const path = random.next() < 0.8 ? random.pick(vocabulary.paths) : randomPath(random);
    filter[path] = random.pick(CONDITIONS)(random, vocabulary);
  }
  if (depth < 2 && random.next() < 0.2) {
    const branches = Array.from({ length: 1 + random.below(3) }, () => randomFilter(random, vocabulary, depth + 1));
    filter[random.pick(["$and", "$or", "$or", "$nor"])] = branches;
  }
  return filter;
}
