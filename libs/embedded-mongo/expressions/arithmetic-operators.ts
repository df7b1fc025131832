import { Long } from "bson";
import { arithmetic, LONG_LIMIT, refuseDecimal, roundTo } from "../values/arithmetic.ts";
import { isLong, isNil, isNumeric, toDouble, typeName } from "../values/bson-types.ts";
import { badValue, locationError, MongoError, typeMismatch } from "../values/mongo-error.ts";
import { sumOf } from "../values/number-sum.ts";
import { binary, type Operators, ofPresent, requireNumber, unary, variadic } from "./operator.ts";

/** `$divide` returns a double even for longs. */
const asDouble = (value: unknown): unknown => (isLong(value) ? value.toNumber() : value);

function add(...values: unknown[]): unknown {
  let date = false;
  const numbers = values.map((value) => {
    if (value instanceof Date) {
      if (date) throw locationError(16612, "only one date allowed in an $add expression");
      date = true;
      return value.getTime();
    }
    if (!isNumeric(value)) throw typeMismatch(`$add only supports numeric or date types, not ${typeName(value)}`);
    return value;
  });
  const sum = sumOf(numbers);
  return date ? new Date(Math.round(toDouble(sum))) : sum;
}

function subtract(left: unknown, right: unknown): unknown {
  if (left instanceof Date) {
    if (right instanceof Date) return Long.fromNumber(left.getTime() - right.getTime());
    requireNumber(right, "$subtract");
    return new Date(left.getTime() - Math.round(toDouble(right)));
  }
  if (!isNumeric(left) || !isNumeric(right)) throw typeMismatch(`can't $subtract ${typeName(right)} from ${typeName(left)}`);
  return arithmetic("subtract", left, right);
}

function multiply(...values: unknown[]): unknown {
  for (const value of values) requireNumber(value, "$multiply");
  return values.reduce((product, value) => arithmetic("multiply", product, value), 1);
}

function divide(left: unknown, right: unknown): unknown {
  if (!isNumeric(left) || !isNumeric(right))
    throw typeMismatch(`$divide only supports numeric types, not ${typeName(left)} and ${typeName(right)}`);
  if (toDouble(right) === 0) throw badValue("can't $divide by zero");
  return arithmetic("divide", asDouble(left), asDouble(right));
}

function round(value: unknown, place: unknown): unknown {
  if (isNil(value) || place === null) return null;
  requireNumber(value, "$round");
  return roundTo(value, place === undefined ? 0 : toDouble(place));
}

const failure = (message: string): MongoError => new MongoError(241, "ConversionFailure", `${message} in $convert with no onError value`);

function wholeNumber(value: unknown): bigint {
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (isLong(value)) return value.toBigInt();
  if (value instanceof Date) return BigInt(value.getTime());
  if (isNumeric(value)) {
    refuseDecimal(value);
    const number = Math.trunc(toDouble(value));
    if (!Number.isFinite(number)) throw failure(`Attempt to convert ${Number.isNaN(number) ? "NaN" : "infinity"} value to integer type`);
    return BigInt(number);
  }
  if (typeof value !== "string") throw failure(`Unsupported conversion from ${typeName(value)} to long`);
  if (!/^[+-]?\d+$/.test(value)) throw failure(`Failed to parse number '${value}'`);
  return BigInt(value);
}

function toLong(value: unknown): Long {
  const number = wholeNumber(value);
  if (number < -LONG_LIMIT || number >= LONG_LIMIT) throw failure(`Conversion would overflow target type: ${String(value)}`);
  return Long.fromBigInt(number);
}

/** Arithmetic with exact longs. */
export const ARITHMETIC_OPERATORS: Operators = {
  $add: variadic(ofPresent(add)),
  $subtract: binary(ofPresent(subtract)),
  $multiply: variadic(ofPresent(multiply)),
  $divide: binary(ofPresent(divide)),
  $round: variadic(round, [1, 2]),
  $toLong: unary(ofPresent(toLong)),
};
