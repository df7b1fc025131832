import type { Options } from "mingo/types";
import { arithmetic } from "../values/arithmetic.ts";
import { isDecimal, isNil, isNumeric, toDouble } from "../values/bson-types.ts";
import { compare } from "../values/compare.ts";
import { sumOf } from "../values/number-sum.ts";
import { distinctValues, mergeDocuments } from "./array-operators.ts";
import { asList, evaluatePart, notSupported, type Operator, type OperatorTable } from "./operator.ts";

/** Computes the value of an accumulator from the values of a group. */
export type Accumulate = (values: readonly unknown[]) => unknown;

const sum: Accumulate = (values) => sumOf(values.filter(isNumeric));

const average: Accumulate = (values) => {
  const numbers = values.filter(isNumeric);
  if (!numbers.length) return null;
  const total = sumOf(numbers);
  return arithmetic("divide", isDecimal(total) ? total : toDouble(total), numbers.length);
};

const extreme =
  (direction: number): Accumulate =>
  (values) => {
    let best: unknown;
    for (const value of values) if (!isNil(value) && (best === undefined || compare(value, best) * direction > 0)) best = value;
    return best ?? null;
  };

/** The accumulators whose behavior in mingo differs from MongoDB's. All others are mingo's. */
export const ACCUMULATORS: Readonly<Record<string, Accumulate>> = {
  $sum: sum,
  $avg: average,
  $min: extreme(-1),
  $max: extreme(1),
  $push: (values) => values.filter((value) => value !== undefined),
  $addToSet: distinctValues,
  $first: (values) => values[0] ?? null,
  $last: (values) => values.at(-1) ?? null,
  $count: (values) => values.length,
  $mergeObjects: mergeDocuments,
};

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
    Object.entries(ACCUMULATORS).map(([name, accumulate]): [string, Operator] => [
      name,
      (documents, expression, options) =>
        accumulate(valuesOver(asList(documents), name === "$count" ? null : expression, withRoot, options)),
    ]),
  ),
  $accumulator: () => {
    throw notSupported("$accumulator");
  },
});

/** `$sum`, `$avg`, `$min`, `$max` and `$mergeObjects` as expressions; a single array argument is replaced by its elements. */
export const ACCUMULATING_EXPRESSIONS: OperatorTable = Object.fromEntries(
  ["$sum", "$avg", "$min", "$max", "$mergeObjects"].map((name): [string, Operator] => [
    name,
    (document, argument, options) => {
      const parts = asList(argument).map((part) => evaluatePart(document, part, options));
      return ACCUMULATORS[name]?.(parts.length === 1 ? asList(parts[0]) : parts);
    },
  ]),
);
