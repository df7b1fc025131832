import { isBinary, isLong, isNumeric, toDouble } from "../values/bson-types.ts";
import { badValue } from "../values/mongo-error.ts";
import type { ValueTest } from "./visit-path.ts";

const BIT_TESTS: Record<string, (common: bigint, mask: bigint) => boolean> = {
  $bitsAllSet: (common, mask) => common === mask,
  $bitsAllClear: (common) => common === 0n,
  $bitsAnySet: (common) => common !== 0n,
  $bitsAnyClear: (common, mask) => common !== mask,
};
export const isBitOperator = (operator: string): boolean => Object.hasOwn(BIT_TESTS, operator);

function bitsOf(value: unknown): bigint | null {
  if (isBinary(value)) {
    let bits = 0n;
    for (let index = 0; index < value.length(); index++) bits |= BigInt(value.buffer[index] ?? 0) << BigInt(8 * index);
    return bits;
  }
  if (!isNumeric(value)) return null;
  if (isLong(value)) return value.toBigInt();
  const number = toDouble(value);
  return Number.isInteger(number) ? BigInt(number) : null;
}

export function bitTest(operator: string, wanted: unknown): ValueTest {
  const test = BIT_TESTS[operator];
  const mask = Array.isArray(wanted) ? wanted.reduce<bigint>((bits, bit) => bits | (1n << BigInt(toDouble(bit))), 0n) : bitsOf(wanted);
  if (!test || mask === null) throw badValue(`${operator} takes an Array, a number, or a BinData`);
  return (value) => {
    const bits = bitsOf(value);
    return bits !== null && test(bits & mask, mask);
  };
}
