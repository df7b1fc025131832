import type { Options } from "mingo/types";
import { arithmetic } from "../values/arithmetic.ts";
import { isDecimal, isNil, isNumeric, toDouble } from "../values/bson-types.ts";
import { compare } from "../values/compare.ts";
import type { Doc } from "../values/document.ts";
import { NumberSum } from "../values/number-sum.ts";
import { DistinctValues, mergeInto } from "./array-operators.ts";
import { asList, evaluatePart, notSupported, type Operator, type OperatorTable } from "./operator.ts";

/** Computes a value from the values of a group, one by one, and keeps no more of them than the result needs. */
export interface Accumulator {
  /** Returns whether it keeps one value more than before. */
  add(value: unknown): boolean;
  result(): unknown;
}

function sum(): Accumulator {
  const numbers = new NumberSum();
  return {
    add(value) {
      if (isNumeric(value)) numbers.add(value);
      return false;
    },
    result: () => numbers.total(),
  };
}

function average(): Accumulator {
  const numbers = new NumberSum();
  let count = 0;
  return {
    add(value) {
      if (isNumeric(value)) {
        numbers.add(value);
        count++;
      }
      return false;
    },
    result() {
      if (!count) return null;
      const total = numbers.total();
      return arithmetic("divide", isDecimal(total) ? total : toDouble(total), count);
    },
  };
}

const extreme = (direction: number) => (): Accumulator => {
  let best: unknown;
  return {
    add(value) {
      const isFirst = best === undefined && !isNil(value);
      if (isFirst || (!isNil(value) && compare(value, best) * direction > 0)) best = value;
      return isFirst;
    },
    result: () => best ?? null,
  };
};

function first(): Accumulator {
  let isEmpty = true;
  let found: unknown;
  return {
    add(value) {
      const isFirst = isEmpty;
      if (isFirst) found = value;
      isEmpty = false;
      return isFirst;
    },
    result: () => found ?? null,
  };
}

function last(): Accumulator {
  let isEmpty = true;
  let found: unknown;
  return {
    add(value) {
      const isFirst = isEmpty;
      found = value;
      isEmpty = false;
      return isFirst;
    },
    result: () => found ?? null,
  };
}

function push(): Accumulator {
  const values: unknown[] = [];
  return {
    add(value) {
      return value !== undefined && values.push(value) > 0;
    },
    result: () => values,
  };
}

function addToSet(): Accumulator {
  const values = new DistinctValues();
  return { add: (value) => values.add(value), result: () => values.list() };
}

function count(): Accumulator {
  let total = 0;
  return {
    add() {
      total++;
      return false;
    },
    result: () => total,
  };
}

function mergeObjects(): Accumulator {
  const merged: Doc = {};
  return {
    add(value) {
      mergeInto(merged, value);
      return false;
    },
    result: () => merged,
  };
}

/** The accumulators whose behavior in mingo differs from MongoDB's. All others are mingo's. */
export const ACCUMULATORS: Readonly<Record<string, () => Accumulator>> = {
  $sum: sum,
  $avg: average,
  $min: extreme(-1),
  $max: extreme(1),
  $push: push,
  $addToSet: addToSet,
  $first: first,
  $last: last,
  $count: count,
  $mergeObjects: mergeObjects,
};

function accumulate(create: () => Accumulator, values: readonly unknown[]): unknown {
  const accumulator = create();
  for (const value of values) accumulator.add(value);
  return accumulator.result();
}

/** Evaluates an expression for each document of a group, with that document as `$$ROOT`. */
const valuesOver = (
  documents: unknown[],
  expression: unknown,
  withRoot: (document: unknown, options: Options) => Options,
  options: Options,
) => (isNil(expression) ? documents : documents.map((document) => evaluatePart(document, expression, withRoot(document, options))));

/** The accumulators as operators for mingo's window stages. */
export const accumulatorOperators = (withRoot: (document: unknown, options: Options) => Options): OperatorTable => ({
  ...Object.fromEntries(
    Object.entries(ACCUMULATORS).map(([name, create]): [string, Operator] => [
      name,
      (documents, expression, options) =>
        accumulate(create, valuesOver(asList(documents), name === "$count" ? null : expression, withRoot, options)),
    ]),
  ),
  $accumulator: () => {
    throw notSupported("$accumulator");
  },
});

/** `$sum`, `$avg`, `$min`, `$max` and `$mergeObjects` as expressions; a single array argument is replaced by its elements. */
export const ACCUMULATING_EXPRESSIONS: OperatorTable = Object.fromEntries(
  Object.entries({ $sum: sum, $avg: average, $min: extreme(-1), $max: extreme(1), $mergeObjects: mergeObjects }).map(
    ([name, create]): [string, Operator] => [
      name,
      (document, argument, options) => {
        const parts = asList(argument).map((part) => evaluatePart(document, part, options));
        return accumulate(create, parts.length === 1 ? asList(parts[0]) : parts);
      },
    ],
  ),
);
