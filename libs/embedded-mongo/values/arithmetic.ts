import { Long } from "bson";
import { isDecimal, isInt32, isLong, toDouble } from "./bson-types.ts";
import { parseDecimal } from "./decimal.ts";
import { MongoError } from "./mongo-error.ts";

/** Decimals are stored, compared and sorted; computing with them is refused. */
export function refuseDecimal(value: unknown): void {
  if (isDecimal(value)) throw new MongoError(238, "NotImplemented", "arithmetic with Decimal128 is not supported by this server");
}

/** MongoDB rounds on the first 15 decimal digits of a double, not on its binary ones. */
const SIGNIFICANT_DIGITS = 15;

/** Rounds to a decimal place, half to even. The numeric type stays the same. */
export function roundTo(value: unknown, place: number): unknown {
  refuseDecimal(value);
  const double = toDouble(value);
  if (!Number.isFinite(double) || (Number.isInteger(double) && place >= 0)) return value;
  const { negative, coefficient, exponent } = parseDecimal(
    Number.isInteger(double) ? String(double) : double.toPrecision(SIGNIFICANT_DIGITS),
  );
  const cut = -place - exponent;
  if (cut <= 0) return value;
  const divisor = 10n ** BigInt(cut);
  const [quotient, rest, half] = [coefficient / divisor, coefficient % divisor, divisor / 2n];
  const up = rest > half || (rest === half && (quotient & 1n) === 1n);
  return Number(`${negative ? "-" : ""}${up ? quotient + 1n : quotient}E${-place}`);
}

export type ArithmeticOperation = "add" | "subtract" | "multiply" | "divide";

function calculateDoubles(operation: ArithmeticOperation, left: number, right: number): number {
  switch (operation) {
    case "add":
      return left + right;
    case "subtract":
      return left - right;
    case "multiply":
      return left * right;
    case "divide":
      return left / right;
  }
}

export const LONG_LIMIT = 2n ** 63n;
const asBigInt = (value: unknown): bigint => (isLong(value) ? value.toBigInt() : BigInt(toDouble(value)));

/** The exact integer result; null if an operand is not an integer. */
export function exactInteger(operation: ArithmeticOperation, left: unknown, right: unknown): bigint | null {
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
    case "divide":
      return null;
  }
}

/** Arithmetic over int, long and double. The result has the wider type; an int that overflows becomes a long. */
export function arithmetic(operation: ArithmeticOperation, left: unknown, right: unknown): unknown {
  if (typeof left === "number" && typeof right === "number") {
    const result = calculateDoubles(operation, left, right);
    if ((result > 2147483647 || result < -2147483648) && operation !== "divide" && isInt32(left) && isInt32(right))
      return Long.fromBigInt(exactInteger(operation, left, right) ?? 0n);
    // an int has no signed zero
    return result === 0 && operation !== "divide" && isInt32(left) && isInt32(right) ? 0 : result;
  }
  refuseDecimal(left);
  refuseDecimal(right);
  const isInteger = (value: unknown) => isLong(value) || isInt32(toDouble(value)) || Number.isInteger(toDouble(value));
  if (isInteger(left) && isInteger(right)) {
    const result = exactInteger(operation, left, right);
    if (result !== null) return result >= -LONG_LIMIT && result < LONG_LIMIT ? Long.fromBigInt(result) : Number(result);
  }
  return calculateDoubles(operation, toDouble(left), toDouble(right));
}
