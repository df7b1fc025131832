import { mongo } from "mongoose";

const { Decimal128, Long } = mongo;

/** A deterministic random number generator. */
export interface Random {
  next(): number;
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
}

export function seededRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  const below = (limit: number) => Math.floor(next() * limit) % limit;
  return {
    next,
    below,
    pick(list) {
      const picked = list[below(list.length)];
      if (picked === undefined) throw new Error("cannot pick from an empty list");
      return picked;
    },
  };
}

const SCALARS: readonly unknown[] = [
  -1,
  0,
  1,
  2,
  3,
  1.5,
  "a",
  "b",
  "abc",
  "é",
  true,
  false,
  Long.fromNumber(2),
  Long.fromString("9007199254740993"),
  Decimal128.fromString("1.5"),
  new Date(1000),
  new Date(5000),
  [],
  [1, 3],
  ["a", "b"],
  [[1], 2],
  { x: 1 },
  { x: 2, y: "a" },
  [{ x: 1 }, { x: 3 }],
]; // null is chosen separately

export const randomValue = (random: Random): unknown => (random.next() < 0.1 ? null : random.pick(SCALARS));

const FIELDS = ["a", "b", "c", "a.x", "b.0"];

function randomCondition(random: Random): unknown {
  const value = () => randomValue(random);
  const forms: (() => unknown)[] = [
    value,
    () => ({ $gt: value() }),
    () => ({ $gte: value(), $lt: value() }),
    () => ({ $lte: value() }),
    () => ({ $in: [value(), value(), value()] }),
    () => ({ $ne: value() }),
    () => ({ $exists: random.next() < 0.7 }),
    () => ({ $size: random.below(3) }),
    () => ({ $type: random.pick(["string", "number", "array", "null"]) }),
    () => ({ $elemMatch: { $gte: 1, $lt: 3 } }),
    () => ({ $elemMatch: { x: value() } }),
  ];
  return random.pick(forms)();
}

/** A random filter on the fields a, b, c and d, with all kinds of conditions. */
export function randomFilter(random: Random, depth = 0): mongo.Document {
  const filter: mongo.Document = {};
  for (let count = 1 + random.below(2); count > 0; count--) filter[random.pick(FIELDS)] = randomCondition(random);
  if (random.next() < 0.3) filter.d = { $gte: random.below(5) };
  if (depth === 0 && random.next() < 0.25) filter[random.pick(["$and", "$or"])] = [randomFilter(random, 1), randomFilter(random, 1)];
  return filter;
}
