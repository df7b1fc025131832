import { Decimal128, Long } from "bson";
import { isDecimal, isInt32, isLong, toDouble } from "./bson-types.ts";
import { formatDecimal, powerOfTen, roundedDecimalOf, signedCoefficient, toDecimal128 } from "./decimal.ts";

export type RoundingMode = "round" | "trunc" | "floor" | "ceil";

const ROUND_DOUBLE: Record<Exclude<RoundingMode, "round">, (value: number) => number> = {
  trunc: Math.trunc,
  floor: Math.floor,
  ceil: Math.ceil,
};

function roundsUp(mode: RoundingMode, negative: boolean, quotient: bigint, rest: bigint, half: bigint): boolean {
  if (rest === 0n || mode === "trunc") return false;
  if (mode === "floor") return negative;
  if (mode === "ceil") return !negative;
  return rest > half || (rest === half && (quotient & 1n) === 1n);
}

/** Rounds to a decimal place, half to even, on decimal digits rather than binary ones. Keeps the numeric type. */
export function roundTo(value: unknown, place: number, mode: RoundingMode): unknown {
  if (!isDecimal(value)) {
    const double = toDouble(value);
    if (!Number.isFinite(double) || (Number.isInteger(double) && place >= 0)) return value;
    if (place === 0 && mode !== "round") return ROUND_DOUBLE[mode](double);
    return Number(String(roundTo(toDecimal128(double), place, mode)));
  }
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]?\d+))?$/.exec(value.toString());
  if (!match) return value;
  const [, sign = "", whole = "", fraction = "", power = "0"] = match;
  const exponent = Number(power) - fraction.length;
  const coefficient = BigInt(whole + fraction);
  const cut = -place - exponent;
  if (cut <= 0) return value;
  const divisor = 10n ** BigInt(cut);
  const quotient = coefficient / divisor;
  const up = roundsUp(mode, sign === "-", quotient, coefficient % divisor, divisor / 2n);
  return Decimal128.fromString(`${sign}${up ? quotient + 1n : quotient}E${-place}`);
}

export type ArithmeticOperation = "add" | "subtract" | "multiply" | "divide" | "remainder";

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

function calculateDecimals(operation: ArithmeticOperation, leftValue: unknown, rightValue: unknown): Decimal128 {
  const left = roundedDecimalOf(leftValue);
  const right = roundedDecimalOf(rightValue);
  if (left.special || right.special)
    return Decimal128.fromString(String(calculateDoubles(operation, toDouble(leftValue), toDouble(rightValue))));
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

/** The exact integer result; null if an operand is not an integer. */
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

/** Arithmetic over numeric types. The result has the wider type of int, long, double, decimal; an int that overflows becomes a long. */
export function arithmetic(operation: ArithmeticOperation, left: unknown, right: unknown): unknown {
  if (typeof left === "number" && typeof right === "number") {
    const result = calculateDoubles(operation, left, right);
    if ((result > 2147483647 || result < -2147483648) && operation !== "divide" && isInt32(left) && isInt32(right))
      return Long.fromBigInt(exactInteger(operation, left, right) ?? 0n);
    // an int has no signed zero
    return result === 0 && operation !== "divide" && isInt32(left) && isInt32(right) ? 0 : result;
  }
  if (isDecimal(left) || isDecimal(right)) return calculateDecimals(operation, left, right);
  const isInteger = (value: unknown) => isLong(value) || isInt32(toDouble(value)) || Number.isInteger(toDouble(value));
  if (isInteger(left) && isInteger(right)) {
    const result = exactInteger(operation, left, right);
    if (result !== null) return result >= -LONG_LIMIT && result < LONG_LIMIT ? Long.fromBigInt(result) : Number(result);
  }
  return calculateDoubles(operation, toDouble(left), toDouble(right));
}
