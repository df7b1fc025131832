import type { mongo } from "mongoose";
import type { Random } from "../support/random.ts";

const PATHS = ["a", "b", "c", "d", "e", "a.x", "a.y", "a.0", "a.1.x", "b.x.y", "e.f", "c.2"];

/** A small value, so that documents and conditions meet. */
export function smallValue(random: Random, depth = 0): unknown {
  const kind = random.next();
  if (kind < 0.45) return random.below(5);
  if (kind < 0.6) return random.pick(["a", "b", "ab", "", "\u{1f600}", "\uffff"]);
  if (kind < 0.7) return random.pick([null, true, false, 1.5, new Date(1000)]);
  if (depth > 1) return random.below(3);
  if (kind < 0.85) return Array.from({ length: random.below(4) }, () => smallValue(random, depth + 1));
  return Object.fromEntries(["x", "y"].filter(() => random.next() < 0.7).map((name) => [name, smallValue(random, depth + 1)]));
}

export function smallDocument(random: Random): mongo.Document {
  return Object.fromEntries(["a", "b", "c", "d"].filter(() => random.next() < 0.85).map((name) => [name, smallValue(random)]));
}

const list = (random: Random): unknown[] => Array.from({ length: random.below(3) }, () => smallValue(random, 2));

function pushArgument(random: Random): unknown {
  if (random.next() < 0.4) return smallValue(random);
  return {
    $each: list(random),
    ...(random.next() < 0.4 && { $slice: random.below(5) - 2 }),
  };
}

const ARGUMENTS: Readonly<Record<string, (random: Random) => unknown>> = {
  $set: smallValue,
  $unset: () => "",
  $inc: (random) => random.below(5) - 2,
  $min: smallValue,
  $max: smallValue,
  $push: pushArgument,
  $addToSet: (random) => smallValue(random, 2),
  $pull: (random) => (random.next() < 0.5 ? random.pick([{ $gte: 1 }, { x: 1 }, { $in: [1, "a"] }, { $ne: 1 }]) : smallValue(random, 2)),
};

const UPDATE_OPERATORS: readonly string[] = Object.keys(ARGUMENTS);

const conflicts = (left: string, right: string): boolean => `${left}.`.startsWith(`${right}.`) || `${right}.`.startsWith(`${left}.`);

/** A random update with one to three operators on paths that do not conflict. */
export function randomUpdate(random: Random): mongo.Document {
  const update: Record<string, mongo.Document> = {};
  const used: string[] = [];
  for (let count = 1 + random.below(3); count > 0; count--) {
    const path = random.pick(PATHS);
    if (used.some((other) => conflicts(other, path))) continue;
    used.push(path);
    const operator = random.pick(UPDATE_OPERATORS);
    update[operator] = { ...update[operator], [path]: ARGUMENTS[operator]?.(random) };
  }
  return update;
}
