import { mongo } from "mongoose";

const { Binary, BSONRegExp, BSONSymbol, Code, DBRef, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } = mongo.BSON;

export type Fields = Record<string, unknown>;

export const isArray = (value: unknown): value is unknown[] => Array.isArray(value);
/** An embedded document: a plain object of the driver. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The alias of a type as in the manual of `$type`; all numbers are "number", and a field that is not there is "missing". */
export function typeOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (value instanceof Timestamp) return "timestamp"; // before the numbers: the driver's timestamps are longs
  if (typeof value === "number" || typeof value === "bigint" || value instanceof Long || value instanceof Decimal128) return "number";
  if (value instanceof Double || value instanceof Int32) return "number";
  if (typeof value === "string" || value instanceof BSONSymbol) return "string";
  if (typeof value === "boolean") return "bool";
  if (value instanceof Date) return "date";
  if (isArray(value)) return "array";
  if (value instanceof Binary) return "binData";
  if (value instanceof ObjectId) return "objectId";
  if (value instanceof BSONRegExp) return "regex";
  if (value instanceof Code) return value.scope ? "javascriptWithScope" : "javascript";
  if (value instanceof MinKey) return "minKey";
  if (value instanceof MaxKey) return "maxKey";
  return "object";
}

/** The manual's "Comparison/Sort Order". */
const ORDER =
  "minKey missing null number string object array binData objectId bool date timestamp regex javascript javascriptWithScope maxKey".split(
    " ",
  );

/** A number as an exact fraction. */
function fractionOf(given: unknown): { numerator: bigint; denominator: bigint } | "NaN" | 1 | -1 {
  const value = given instanceof Double || given instanceof Int32 ? given.value : given;
  const text = String(value);
  if (text === "NaN") return "NaN";
  if (text.includes("Infinity")) return text[0] === "-" ? -1 : 1;
  if (typeof value !== "number") return fractionOfDecimal(text);
  let [numerator, denominator] = [value, 1n];
  while (!Number.isInteger(numerator)) {
    numerator *= 2;
    denominator *= 2n;
  }
  return { numerator: BigInt(numerator), denominator };
}

function fractionOfDecimal(text: string): { numerator: bigint; denominator: bigint } {
  const [digits = "", exponent = "0"] = text.split("E");
  const [whole = "", fraction = ""] = digits.split(".");
  const power = Number(exponent) - fraction.length;
  const numerator = BigInt(whole + fraction);
  return power >= 0 ? { numerator: numerator * 10n ** BigInt(power), denominator: 1n } : { numerator, denominator: 10n ** BigInt(-power) };
}

function compareNumbers(left: unknown, right: unknown): number {
  const [first, second] = [fractionOf(left), fractionOf(right)];
  if (first === "NaN" || second === "NaN") return Number(second === "NaN") - Number(first === "NaN");
  if (typeof first === "number" || typeof second === "number")
    return Math.sign((typeof first === "number" ? first : 0) - (typeof second === "number" ? second : 0));
  const difference = first.numerator * second.denominator - second.numerator * first.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

const fieldsOf = (value: unknown): Fields => (value instanceof DBRef ? (value.toJSON() as Fields) : (value as Fields));
const compareTexts = (left: unknown, right: unknown): number => Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)));
/** The first difference in a list of comparisons. */
const firstOf = (...results: readonly number[]): number => results.find((result) => result !== 0) ?? 0;

function compareFields(left: Fields, right: Fields): number {
  const [names, others] = [Object.keys(left), Object.keys(right)];
  for (const [at, name] of names.entries()) {
    const other = others[at];
    if (other === undefined) return 1;
    const result = firstOf(compareTypes(left[name], right[other]), compareTexts(name, other), compareValues(left[name], right[other]));
    if (result) return result;
  }
  return names.length - others.length;
}

function compareLists(left: readonly unknown[], right: readonly unknown[]): number {
  for (const [at, value] of left.entries()) {
    if (at >= right.length) return 1;
    const result = compareValues(value, right[at]);
    if (result) return result;
  }
  return left.length - right.length;
}

const compareTypes = (left: unknown, right: unknown): number => ORDER.indexOf(typeOf(left)) - ORDER.indexOf(typeOf(right));

function compareBinaries(left: mongo.Binary, right: mongo.Binary): number {
  return firstOf(left.length() - right.length(), left.sub_type - right.sub_type, Buffer.compare(left.buffer, right.buffer));
}

/** The order of two values, of any types. */
export function compareValues(left: unknown, right: unknown): number {
  const byType = compareTypes(left, right);
  if (byType) return byType;
  switch (typeOf(left)) {
    case "number":
      return compareNumbers(left, right);
    case "string":
      return compareTexts(left, right);
    case "object":
      return compareFields(fieldsOf(left), fieldsOf(right));
    case "array":
      return compareLists(left as unknown[], right as unknown[]);
    case "binData":
      return compareBinaries(left as mongo.Binary, right as mongo.Binary);
    case "objectId":
      return compareTexts(left, right);
    case "bool":
      return Number(left) - Number(right);
    case "date":
      return Number(left) - Number(right);
    case "timestamp":
      return (left as mongo.Timestamp).compare(right as mongo.Timestamp);
    case "regex": {
      const [first, second] = [left as mongo.BSONRegExp, right as mongo.BSONRegExp];
      return firstOf(compareTexts(first.pattern, second.pattern), compareTexts(first.options, second.options));
    }
    case "javascript":
      return compareTexts((left as mongo.Code).code, (right as mongo.Code).code);
    case "javascriptWithScope": {
      const [first, second] = [left as mongo.Code, right as mongo.Code];
      return firstOf(compareTexts(first.code, second.code), compareFields(first.scope ?? {}, second.scope ?? {}));
    }
  }
  return 0;
}

export const isEqual = (left: unknown, right: unknown): boolean => compareValues(left, right) === 0;
export const isNaNValue = (value: unknown): boolean => typeOf(value) === "number" && String(value) === "NaN";
export const isPosition = (part: string): boolean => /^\d+$/.test(part);
