import {
  isBinary,
  isLong,
  isNil,
  isNumeric,
  isObjectId,
  isRegex,
  ORDER,
  TYPE_BY_CODE,
  toDouble,
  typeName,
  typeOrder,
} from "../values/bson-types.ts";
import { compare, equal, type StringCompare } from "../values/compare.ts";
import { indexKey } from "../values/index-key.ts";
import { badValue, failedToParse, typeMismatch } from "../values/mongo-error.ts";
import type { ValueTest } from "./match-at-path.ts";
import { compileRegex, type LinearRegex } from "./regex.ts";

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

export function equalTest(wanted: unknown, compareStrings?: StringCompare): ValueTest {
  if (wanted === null) return (value) => value === null || value === undefined;
  if ((typeof wanted === "string" && !compareStrings) || typeof wanted === "boolean") return (value) => value === wanted;
  if (typeof wanted === "number" && !Number.isNaN(wanted))
    return (value) => value === wanted || (typeof value === "object" && typeOrder(value) === ORDER.number && equal(value, wanted));
  if (isObjectId(wanted)) return (value) => isObjectId(value) && value.equals(wanted);
  return (value) => value !== undefined && equal(value, wanted, compareStrings);
}

export const regexTest = (original: unknown, expression: LinearRegex): ValueTest => {
  return (value) => (typeof value === "string" ? expression.test(value) : isRegex(value) && equal(value, original));
};

type Comparison = "$gt" | "$gte" | "$lt" | "$lte";
const ACCEPTS: Record<Comparison, (result: number) => boolean> = {
  $gt: (result) => result > 0,
  $gte: (result) => result >= 0,
  $lt: (result) => result < 0,
  $lte: (result) => result <= 0,
};
export const isComparison = (operator: string): operator is Comparison => Object.hasOwn(ACCEPTS, operator);

const isNaNValue = (value: unknown): boolean => typeOrder(value) === ORDER.number && Number.isNaN(toDouble(value));

/** `$gt`, `$gte`, `$lt`, `$lte`: only values of the same type compare, and NaN equals only itself. */
export function comparisonTest(operator: Comparison, wanted: unknown, compareStrings?: StringCompare): ValueTest {
  if (isRegex(wanted)) throw badValue("Can't have RegEx as arg to predicate over field.");
  const order = typeOrder(wanted);
  const orEqual = operator === "$gte" || operator === "$lte";
  const accepts = ACCEPTS[operator];
  if (isNaNValue(wanted)) return (value) => orEqual && isNaNValue(value);
  if (order === ORDER.null) return (value) => orEqual && isNil(value);
  if (order === ORDER.minKey || order === ORDER.maxKey) return (value) => accepts(compare(value ?? null, wanted, compareStrings));
  return (value) =>
    value !== undefined && typeOrder(value) === order && !isNaNValue(value) && accepts(compare(value, wanted, compareStrings));
}

const KNOWN_TYPES = new Set(Object.values(TYPE_BY_CODE));
const NUMBER_TYPES = ["int", "long", "double", "decimal"];

function namesOfType(type: unknown): string[] {
  if (type === "number") return NUMBER_TYPES;
  if (typeof type === "string") {
    if (!KNOWN_TYPES.has(type)) throw badValue(`Unknown type name alias: ${type}`);
    return [type];
  }
  if (!isNumeric(type)) throw typeMismatch("type must be represented as a number or a string");
  const name = TYPE_BY_CODE[String(toDouble(type))];
  if (!name) throw badValue(`Invalid numerical type code: ${String(type)}`);
  return [name];
}

export function typeTest(types: unknown): (value: unknown) => boolean {
  const list = Array.isArray(types) ? types : [types];
  if (!list.length) throw failedToParse("$type must match at least one type");
  const names = new Set(list.flatMap(namesOfType));
  return (value) => value !== undefined && names.has(typeName(value));
}

/** `$in`: a list of more than eight values without a collation is searched by index key. */
export function oneOfTest(list: readonly unknown[], compareStrings?: StringCompare): ValueTest {
  const patterns = list.filter(isRegex).map((pattern) => regexTest(pattern, compileRegex(pattern)));
  const values = list.filter((entry) => !isRegex(entry));
  const matchesPattern: ValueTest = (value, isElement) => patterns.some((test) => test(value, isElement));
  if (!compareStrings && values.length > 8) {
    const hasNull = values.some(isNil);
    const keys = new Set(values.map((entry) => indexKey(entry)));
    return (value, isElement) =>
      (value === undefined ? hasNull && !isElement : keys.has(indexKey(value))) || matchesPattern(value, isElement);
  }
  const tests = values.map((entry) => equalTest(entry ?? null, compareStrings));
  return (value, isElement) => tests.some((test) => test(value, isElement)) || matchesPattern(value, isElement);
}
