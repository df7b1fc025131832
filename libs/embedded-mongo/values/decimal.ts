import { isDecimal, isLong } from "./bson-types.ts";

/** A decimal number: coefficient x 10^exponent. */
export interface DecimalParts {
  readonly negative: boolean;
  readonly coefficient: bigint;
  readonly exponent: number;
  readonly special?: "NaN" | "Infinity" | undefined;
}

const powers: bigint[] = [1n];
export function powerOfTen(exponent: number): bigint {
  for (let next = powers.length; next <= exponent; next++) powers.push((powers[next - 1] ?? 1n) * 10n);
  return powers[exponent] ?? 10n ** BigInt(exponent);
}

const NOT_A_NUMBER: DecimalParts = { negative: false, coefficient: 0n, exponent: 0, special: "NaN" };
const infinity = (negative: boolean): DecimalParts => ({ negative, coefficient: 0n, exponent: 0, special: "Infinity" });

/** Parses a decimal number; throws an Error for any other text. */
export function parseDecimal(text: string): DecimalParts {
  const match = /^([+-]?)(?:(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?|(inf(?:inity)?)|(nan))$/i.exec(text.trim());
  if (!match) throw new Error(`not a decimal number: ${text}`);
  const [, sign, whole = "", fraction = "", exponent = "0", infinite, nan] = match;
  if (nan) return NOT_A_NUMBER;
  if (infinite) return infinity(sign === "-");
  return { negative: sign === "-", coefficient: BigInt(whole + fraction || "0"), exponent: Number(exponent) - fraction.length };
}

export const signedCoefficient = (parts: DecimalParts): bigint => (parts.negative ? -parts.coefficient : parts.coefficient);

const specialRank = (parts: DecimalParts): number => {
  if (parts.special === "NaN") return -2;
  if (parts.special) return parts.negative ? -1 : 1;
  return 0;
};
const signOf = (parts: DecimalParts): number => (parts.coefficient === 0n ? 0 : parts.negative ? -1 : 1);

export function compareDecimals(left: DecimalParts, right: DecimalParts): number {
  if (left.special || right.special) return Math.sign(specialRank(left) - specialRank(right));
  const sign = signOf(left);
  if (sign !== signOf(right)) return sign < signOf(right) ? -1 : 1;
  if (sign === 0) return 0;
  const leftMagnitude = left.coefficient.toString().length + left.exponent;
  const rightMagnitude = right.coefficient.toString().length + right.exponent;
  if (leftMagnitude !== rightMagnitude) return (leftMagnitude < rightMagnitude ? -1 : 1) * sign;
  const exponent = Math.min(left.exponent, right.exponent);
  const leftValue = signedCoefficient(left) * powerOfTen(left.exponent - exponent);
  const rightValue = signedCoefficient(right) * powerOfTen(right.exponent - exponent);
  return leftValue < rightValue ? -1 : leftValue > rightValue ? 1 : 0;
}

/** The exact decimal value of a double, for comparing it with a Decimal128. */
export function exactDecimal(value: number): DecimalParts {
  if (Number.isNaN(value)) return NOT_A_NUMBER;
  if (!Number.isFinite(value)) return infinity(value < 0);
  if (Number.isInteger(value)) return { negative: value < 0, coefficient: BigInt(Math.abs(value)), exponent: 0 };
  let mantissa = Math.abs(value);
  let halvings = 0;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    halvings++;
  }
  return { negative: value < 0, coefficient: BigInt(mantissa) * 5n ** BigInt(halvings), exponent: -halvings };
}

/** The decimal value of any numeric BSON value. */
export function decimalOf(value: unknown): DecimalParts {
  if (typeof value === "number") return exactDecimal(value);
  if (typeof value === "bigint" || isDecimal(value) || isLong(value)) return parseDecimal(value.toString());
  return exactDecimal(Number((value as { value?: unknown }).value));
}
