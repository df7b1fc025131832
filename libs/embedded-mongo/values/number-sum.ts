import { type Decimal128, Long } from "bson";
import { arithmetic, LONG_LIMIT } from "./arithmetic.ts";
import { isDecimal, isInt32, isLong, toDouble } from "./bson-types.ts";
import { exactDecimal, formatDecimal } from "./decimal.ts";

/** A sum whose rounding error is carried along in a second double, so that ten times 0.1 are 1. */
interface CompensatedSum {
  high: number;
  low: number;
  /** The plain sum, which is right if it is infinite or not a number. */
  plain: number;
}

function addDouble(sum: CompensatedSum, value: number): void {
  sum.plain += value;
  const high = sum.high + value;
  const part = high - sum.high;
  sum.low += sum.high - (high - part) + (value - part);
  sum.high = high;
}

const doubleOf = ({ high, low, plain }: CompensatedSum): number => (Number.isFinite(high + low) ? high + low : plain);
const decimalOfDouble = (value: number): Decimal128 => formatDecimal(exactDecimal(value));

/**
 * The sum of numbers in the widest of their types: exact for ints and longs, with the rounding error carried along for doubles. Decimals
 * are added apart, and at the end to the exact decimal value of the other sum.
 */
export function sumOf(values: Iterable<unknown>): unknown {
  const doubles: CompensatedSum = { high: 0, low: 0, plain: 0 };
  let integers = 0n;
  let decimals: unknown;
  let [hasLong, hasDouble] = [false, false];
  for (const value of values) {
    if (isDecimal(value)) decimals = decimals === undefined ? value : arithmetic("add", decimals, value);
    else if (isLong(value)) {
      hasLong = true;
      integers += value.toBigInt();
    } else if (isInt32(value)) integers += BigInt(value);
    else {
      hasDouble = true;
      addDouble(doubles, toDouble(value));
    }
  }
  if (decimals === undefined && !hasDouble) return integerOf(integers, hasLong);
  if (integers !== 0n) {
    const nearest = Number(integers);
    addDouble(doubles, nearest);
    addDouble(doubles, Number(integers - BigInt(nearest)));
  }
  if (decimals === undefined) return doubleOf(doubles);
  const total = doubleOf(doubles);
  if (!Number.isFinite(total)) return arithmetic("add", decimals, decimalOfDouble(total));
  return arithmetic("add", decimals, arithmetic("add", decimalOfDouble(doubles.high), decimalOfDouble(doubles.low)));
}

function integerOf(sum: bigint, long: boolean): unknown {
  if (!long && isInt32(Number(sum))) return Number(sum);
  return sum >= -LONG_LIMIT && sum < LONG_LIMIT ? Long.fromBigInt(sum) : Number(sum);
}
