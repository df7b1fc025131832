import { isNil, isNumeric, isObjectId, isRegex, ORDER, TYPE_BY_CODE, toDouble, typeName, typeOrder } from "../values/bson-types.ts";
import { compare, equal } from "../values/compare.ts";
import { indexKey } from "../values/index-key.ts";
import { badValue, failedToParse, typeMismatch } from "../values/mongo-error.ts";
import type { ValueTest } from "./match-at-path.ts";

export function equalTest(wanted: unknown): ValueTest {
  if (wanted === null) return (value) => value === null || value === undefined;
  if (typeof wanted === "string" || typeof wanted === "boolean") return (value) => value === wanted;
  if (typeof wanted === "number" && !Number.isNaN(wanted))
    return (value) => value === wanted || (typeof value === "object" && typeOrder(value) === ORDER.number && equal(value, wanted));
  if (isObjectId(wanted)) return (value) => isObjectId(value) && value.equals(wanted);
  return (value) => value !== undefined && equal(value, wanted);
}

export type Comparison = "$gt" | "$gte" | "$lt" | "$lte";
const ACCEPTS: Record<Comparison, (result: number) => boolean> = {
  $gt: (result) => result > 0,
  $gte: (result) => result >= 0,
  $lt: (result) => result < 0,
  $lte: (result) => result <= 0,
};

const isNaNValue = (value: unknown): boolean => typeOrder(value) === ORDER.number && Number.isNaN(toDouble(value));

/** `$gt`, `$gte`, `$lt`, `$lte`: only values of the same type compare, and NaN equals only itself. */
export function comparisonTest(operator: Comparison, wanted: unknown): ValueTest {
  if (isRegex(wanted)) throw badValue("Can't have RegEx as arg to predicate over field.");
  const order = typeOrder(wanted);
  const orEqual = operator === "$gte" || operator === "$lte";
  const accepts = ACCEPTS[operator];
  if (isNaNValue(wanted)) return (value) => orEqual && isNaNValue(value);
  if (order === ORDER.null) return (value) => orEqual && isNil(value);
  if (order === ORDER.minKey || order === ORDER.maxKey) return (value) => accepts(compare(value ?? null, wanted));
  return (value) => value !== undefined && typeOrder(value) === order && !isNaNValue(value) && accepts(compare(value, wanted));
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

/** `$in`: a list of more than eight values is searched by index key. */
export function oneOfTest(values: readonly unknown[]): ValueTest {
  if (values.length > 8) {
    const hasNull = values.some(isNil);
    const keys = new Set(values.map((entry) => indexKey(entry)));
    return (value, isElement) => (value === undefined ? hasNull && !isElement : keys.has(indexKey(value)));
  }
  const tests = values.map((entry) => equalTest(entry ?? null));
  return (value, isElement) => tests.some((test) => test(value, isElement));
}
