import { Long } from "bson";
import { LONG_LIMIT, refuseDecimal } from "./arithmetic.ts";
import { isInt32, isLong, toDouble } from "./bson-types.ts";

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

/** The sum of numbers in the widest of their types: exact for ints and longs, with the rounding error carried along for doubles. */
export class NumberSum {
  readonly #doubles: CompensatedSum = { high: 0, low: 0, plain: 0 };
  /** The integers that are added since the last carry; always a safe integer. */
  #small = 0;
  #integers = 0n;
  #hasLong = false;
  #hasDouble = false;

  add(value: unknown): void {
    if (isLong(value)) {
      this.#hasLong = true;
      this.#integers += value.toBigInt();
    } else if (isInt32(value)) {
      this.#small += value;
      if (Math.abs(this.#small) > CARRY_ABOVE) this.#carry();
    } else {
      refuseDecimal(value);
      this.#hasDouble = true;
      addDouble(this.#doubles, toDouble(value));
    }
  }

  total(): unknown {
    this.#carry();
    if (!this.#hasDouble) return integerOf(this.#integers, this.#hasLong);
    const doubles = { ...this.#doubles };
    if (this.#integers !== 0n) {
      const nearest = Number(this.#integers);
      addDouble(doubles, nearest);
      addDouble(doubles, Number(this.#integers - BigInt(nearest)));
    }
    return doubleOf(doubles);
  }

  #carry(): void {
    this.#integers += BigInt(this.#small);
    this.#small = 0;
  }
}

const CARRY_ABOVE = 2 ** 50;

/** The sum of numbers, as by `NumberSum`. */
export function sumOf(values: Iterable<unknown>): unknown {
  const sum = new NumberSum();
  for (const value of values) sum.add(value);
  return sum.total();
}

function integerOf(sum: bigint, long: boolean): unknown {
  if (!long && isInt32(Number(sum))) return Number(sum);
  return sum >= -LONG_LIMIT && sum < LONG_LIMIT ? Long.fromBigInt(sum) : Number(sum);
}
