import { Decimal128, Long } from "bson";
import { isDecimal, isInt32, isLong, toDouble } from "./bson-types.ts";
import { formatDecimal, powerOfTen, roundedDecimalOf, signedCoefficient } from "./decimal.ts";

export type ArithmeticOperation = "add" | "subtract" | "multiply" | "divide" | "remainder";

function onDoubles(operation: ArithmeticOperation, left: number, right: number): number {
  switch (operation) {
    case "add":
      return left + right;
    case "subtract":
      return left - right;
    case "multiply":
      return left * right;
    case "divide":
      return left / right;
    case "remainder":
      return left % right;
  }
}

function divideDecimals(left: ReturnType<typeof roundedDecimalOf>, right: ReturnType<typeof roundedDecimalOf>): Decimal128 {
  const negative = left.negative !== right.negative;
  if (right.coefficient === 0n) return Decimal128.fromString(left.coefficient === 0n ? "NaN" : negative ? "-Infinity" : "Infinity");
  const scale = 40 + right.coefficient.toString().length;
  const scaled = left.coefficient * powerOfTen(scale);
  let coefficient = scaled / right.coefficient;
  let exponent = left.exponent - right.exponent - scale;
  if (coefficient * right.coefficient === scaled) {
    while (coefficient !== 0n && exponent < left.exponent - right.exponent && coefficient % 10n === 0n) {
      coefficient /= 10n;
      exponent++;
    }
  }
  return formatDecimal({ negative, coefficient, exponent });
}

function onDecimals(operation: ArithmeticOperation, leftValue: unknown, rightValue: unknown): Decimal128 {
  const left = roundedDecimalOf(leftValue);
  const right = roundedDecimalOf(rightValue);
  if (left.special || right.special) return Decimal128.fromString(String(onDoubles(operation, toDouble(leftValue), toDouble(rightValue))));
  if (operation === "divide") return divideDecimals(left, right);
  if (operation === "multiply") {
    return formatDecimal({
      negative: left.negative !== right.negative,
      coefficient: left.coefficient * right.coefficient,
      exponent: left.exponent + right.exponent,
    });
  }
  const exponent = Math.min(left.exponent, right.exponent);
  const leftAligned = signedCoefficient(left) * powerOfTen(left.exponent - exponent);
  const rightAligned = signedCoefficient(right) * powerOfTen(right.exponent - exponent);
  if (operation === "remainder" && rightAligned === 0n) return Decimal128.fromString("NaN");
  const result =
    operation === "add" ? leftAligned + rightAligned : operation === "subtract" ? leftAligned - rightAligned : leftAligned % rightAligned;
  return formatDecimal({ negative: result < 0n, coefficient: result < 0n ? -result : result, exponent });
}

export const LONG_LIMIT = 2n ** 63n;
const asBigInt = (value: unknown): bigint => (isLong(value) ? value.toBigInt() : BigInt(toDouble(value)));

/** The exact integer result, or null where one of the two is not an integer. */
export function exactInteger(operation: ArithmeticOperation, left: unknown, right: unknown): bigint | null {
  if (operation === "divide") return null;
  if (!(isLong(left) || Number.isInteger(toDouble(left))) || !(isLong(right) || Number.isInteger(toDouble(right)))) return null;
  const first = asBigInt(left);
  const second = asBigInt(right);
  switch (operation) {
    case "add":
      return first + second;
    case "subtract":
      return first - second;
    case "multiply":
      return first * second;
    case "remainder":
      return second === 0n ? 0n : first % second;
  }
}

/** Arithmetic over numeric types: decimal before double before long before int; an int that overflows becomes a long. */
export function arithmetic(operation: ArithmeticOperation, left: unknown, right: unknown): unknown {
  if (typeof left === "number" && typeof right === "number") {
    const result = onDoubles(operation, left, right);
    if ((result > 2147483647 || result < -2147483648) && operation !== "divide" && isInt32(left) && isInt32(right))
      return Long.fromBigInt(exactInteger(operation, left, right) ?? 0n);
    return result;
  }
  if (isDecimal(left) || isDecimal(right)) return onDecimals(operation, left, right);
  const isInteger = (value: unknown) => isLong(value) || isInt32(toDouble(value)) || Number.isInteger(toDouble(value));
  if (isInteger(left) && isInteger(right)) {
    const result = exactInteger(operation, left, right);
    if (result !== null) return result >= -LONG_LIMIT && result < LONG_LIMIT ? Long.fromBigInt(result) : Number(result);
  }
  return onDoubles(operation, toDouble(left), toDouble(right));
}
