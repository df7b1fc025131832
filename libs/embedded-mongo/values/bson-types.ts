import type { Binary, BSONRegExp, Decimal128, Long, ObjectId, Timestamp } from "bson";
import type { Doc } from "./document.ts";

/** The positions of the BSON types in MongoDB's sort order. */
export const ORDER = {
  minKey: -1,
  missing: 0,
  null: 5,
  number: 10,
  string: 15,
  document: 20,
  array: 25,
  bytes: 30,
  objectId: 35,
  boolean: 40,
  date: 45,
  timestamp: 47,
  regex: 50,
  code: 60,
  codeWithScope: 65,
  maxKey: 127,
} as const;

const ORDER_OF_BSON: Record<string, number> = {
  ObjectId: ORDER.objectId,
  Long: ORDER.number,
  Int32: ORDER.number,
  Double: ORDER.number,
  Decimal128: ORDER.number,
  Binary: ORDER.bytes,
  Timestamp: ORDER.timestamp,
  BSONRegExp: ORDER.regex,
  DBRef: ORDER.document,
  BSONSymbol: ORDER.string,
  MinKey: ORDER.minKey,
  MaxKey: ORDER.maxKey,
};

const bsonTag = (value: object): string | undefined => (value as { _bsontype?: string })._bsontype;

/** The position of a value's type in MongoDB's sort order. */
export function typeOrder(value: unknown): number {
  if (typeof value === "object") return value === null ? ORDER.null : orderOfObject(value);
  switch (typeof value) {
    case "number":
    case "bigint":
      return ORDER.number;
    case "string":
      return ORDER.string;
    case "boolean":
      return ORDER.boolean;
    case "undefined":
      return ORDER.missing;
    default:
      return ORDER.code;
  }
}

function orderOfObject(value: object): number {
  if (Array.isArray(value)) return ORDER.array;
  if (value instanceof Date) return ORDER.date;
  if (value instanceof RegExp) return ORDER.regex;
  const tag = bsonTag(value);
  if (tag === undefined) return ArrayBuffer.isView(value) ? ORDER.bytes : ORDER.document;
  if (tag === "Code") return (value as { scope?: unknown }).scope ? ORDER.codeWithScope : ORDER.code;
  return ORDER_OF_BSON[tag] ?? ORDER.document;
}

const NAME_OF_BSON: Record<string, string> = {
  ObjectId: "objectId",
  Long: "long",
  Int32: "int",
  Double: "double",
  Decimal128: "decimal",
  Binary: "binData",
  Timestamp: "timestamp",
  BSONRegExp: "regex",
  BSONSymbol: "symbol",
  MinKey: "minKey",
  MaxKey: "maxKey",
};

export const isInt32 = (value: unknown): value is number =>
  typeof value === "number" && value >= -2147483648 && value <= 2147483647 && Number.isInteger(value) && !Object.is(value, -0);

/** The type alias of a value, as in `$type`. */
export function typeName(value: unknown): string {
  switch (typeof value) {
    case "number":
      return isInt32(value) ? "int" : "double";
    case "bigint":
      return "long";
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "undefined":
      return "missing";
    case "object":
      break;
    default:
      return "object";
  }
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (value instanceof Date) return "date";
  if (value instanceof RegExp) return "regex";
  const tag = bsonTag(value);
  if (tag === "Code") return (value as { scope?: unknown }).scope ? "javascriptWithScope" : "javascript";
  return NAME_OF_BSON[tag ?? ""] ?? "object";
}

/** Type aliases by BSON type number. */
export const TYPE_BY_CODE: Readonly<Record<string, string>> = {
  "1": "double",
  "2": "string",
  "3": "object",
  "4": "array",
  "5": "binData",
  "6": "undefined",
  "7": "objectId",
  "8": "bool",
  "9": "date",
  "10": "null",
  "11": "regex",
  "12": "dbPointer",
  "13": "javascript",
  "14": "symbol",
  "15": "javascriptWithScope",
  "16": "int",
  "17": "timestamp",
  "18": "long",
  "19": "decimal",
  "-1": "minKey",
  "127": "maxKey",
};

const hasTag = (value: unknown, tag: string): boolean => typeof value === "object" && value !== null && bsonTag(value) === tag;
export const isLong = (value: unknown): value is Long => hasTag(value, "Long");
export const isDecimal = (value: unknown): value is Decimal128 => hasTag(value, "Decimal128");
export const isBinary = (value: unknown): value is Binary => hasTag(value, "Binary");
export const isObjectId = (value: unknown): value is ObjectId => hasTag(value, "ObjectId");
export const isTimestamp = (value: unknown): value is Timestamp => hasTag(value, "Timestamp");
export const isBsonRegExp = (value: unknown): value is BSONRegExp => hasTag(value, "BSONRegExp");
export const isRegex = (value: unknown): value is RegExp | BSONRegExp => value instanceof RegExp || isBsonRegExp(value);
export const isReference = (value: unknown): value is { toJSON(): Doc } => hasTag(value, "DBRef");
export const isNil = (value: unknown): value is null | undefined => value === null || value === undefined;
/** Any numeric type: int, long, double or decimal. */
export const isNumeric = (value: unknown): boolean => typeof value === "number" || typeOrder(value) === ORDER.number;

/** The nearest double to a numeric value; NaN for a value that is not numeric. */
export function toDouble(value: unknown): number {
  if (typeof value === "number") return value;
  if (isLong(value)) return value.toNumber();
  if (isDecimal(value)) return Number(value.toString());
  if (typeof value === "object" && value !== null && "value" in value) return Number(value.value);
  return Number(value);
}

/** Whether a value is true in an expression or in `$exists`: all but false, null, missing and zero. */
export const truthy = (value: unknown): boolean =>
  !(value === false || value === null || value === undefined || (isNumeric(value) && toDouble(value) === 0));
