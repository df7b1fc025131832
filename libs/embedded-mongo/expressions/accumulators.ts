import type { Options } from "mingo/types";
import { arithmetic } from "../values/arithmetic.ts";
import { isLong, isNil, isNumeric } from "../values/bson-types.ts";
import { compare } from "../values/compare.ts";
import { distinctValues, mergeDocuments } from "./array-operators.ts";
import { asList, evaluatePart, notSupported, type Operator, type OperatorTable } from "./operator.ts";

/** What an accumulator makes of the values of a group. */
export type Accumulate = (values: readonly unknown[]) => unknown;

const sum: Accumulate = (values) => {
  let total: unknown = 0;
  for (const value of values) if (isNumeric(value)) total = arithmetic("add", total, value);
  return total;
};

const average: Accumulate = (values) => {
  const numbers = values.filter(isNumeric).map((value) => (isLong(value) ? value.toNumber() : value));
  return numbers.length ? arithmetic("divide", sum(numbers), numbers.length) : null;
};

const extreme =
  (direction: number): Accumulate =>
  (values) => {
    let best: unknown;
    for (const value of values) if (!isNil(value) && (best === undefined || compare(value, best) * direction > 0)) best = value;
    return best ?? null;
  };

/** The accumulators that differ from mingo's; the rest are its own. */
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

/** The values of an expression over the documents of a group; each document is the root of its own evaluation. */
const valuesOver = (
  documents: unknown[],
  expression: unknown,
  withRoot: (document: unknown, options: Options) => Options,
  options: Options,
) => (isNil(expression) ? documents : documents.map((document) => evaluatePart(document, expression, withRoot(document, options))));

/** The accumulators in the form that mingo's window stages call. */
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

/** `$sum`, `$avg`, `$min`, `$max` and `$mergeObjects` as expressions: a single argument that is an array is walked. */
export const ACCUMULATING_EXPRESSIONS: OperatorTable = Object.fromEntries(
  ["$sum", "$avg", "$min", "$max", "$mergeObjects"].map((name): [string, Operator] => [
    name,
    (document, argument, options) => {
      const parts = asList(argument).map((part) => evaluatePart(document, part, options));
      return ACCUMULATORS[name]?.(parts.length === 1 ? asList(parts[0]) : parts);
    },
  ]),
);
