import { arithmetic } from "../values/arithmetic.ts";
import { isNil, isNumeric, toDouble } from "../values/bson-types.ts";
import { compare } from "../values/compare.ts";
import { NumberSum } from "../values/number-sum.ts";
import { type Operator, type Operators, variadic } from "./operator.ts";

/** Computes a value from the values of a group, one by one. Holds only as many of them as the result needs. */
export interface Accumulator {
  /** Returns whether it holds one value more than before. */
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
    result: () => (count ? arithmetic("divide", toDouble(numbers.total()), count) : null),
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

function push(): Accumulator {
  const values: unknown[] = [];
  return {
    add(value) {
      return value !== undefined && values.push(value) > 0;
    },
    result: () => values,
  };
}

/** The accumulators of `$group`. */
export const ACCUMULATORS: Readonly<Record<string, () => Accumulator>> = {
  $sum: sum,
  $avg: average,
  $min: extreme(-1),
  $max: extreme(1),
  $push: push,
  $first: first,
};

/** An accumulator as an expression; a single array argument is replaced by its elements. */
const overOperands = (create: () => Accumulator): Operator =>
  variadic((...values) => {
    const [only] = values;
    const accumulator = create();
    for (const value of values.length === 1 && Array.isArray(only) ? only : values) accumulator.add(value);
    return accumulator.result();
  });

export const ACCUMULATING_EXPRESSIONS: Operators = {
  $sum: overOperands(sum),
  $min: overOperands(extreme(-1)),
  $max: overOperands(extreme(1)),
};
