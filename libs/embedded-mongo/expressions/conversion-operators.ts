import { Decimal128, Long, ObjectId, UUID } from "bson";
import { LONG_LIMIT, roundTo } from "../values/arithmetic.ts";
import {
  isBinary,
  isDecimal,
  isInt32,
  isLong,
  isNil,
  isNumeric,
  isObjectId,
  isTimestamp,
  TYPE_BY_CODE,
  toDouble,
  typeName,
} from "../values/bson-types.ts";
import { toDecimal128 } from "../values/decimal.ts";
import { isDoc } from "../values/document.ts";
import { badValue, failedToParse, MongoError } from "../values/mongo-error.ts";
import { evaluatePart, type Operator, type OperatorTable, onArguments, onPresent } from "./operator.ts";

const failure = (message: string): MongoError => new MongoError(241, "ConversionFailure", message);
const unsupported = (value: unknown, target: string): MongoError =>
  failure(`Unsupported conversion from ${typeName(value)} to ${target} in $convert with no onError value`);
const unparsable = (value: string): MongoError => failure(`Failed to parse number '${value}' in $convert with no onError value`);

function toDoubleValue(value: unknown): number {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (isNumeric(value)) return toDouble(value);
  if (value instanceof Date) return value.getTime();
  if (typeof value !== "string") throw unsupported(value, "double");
  const number = Number(value);
  if (value.trim() !== value || value === "" || (Number.isNaN(number) && value !== "NaN")) throw unparsable(value);
  return number;
}

function toDecimalValue(value: unknown): Decimal128 {
  if (typeof value === "boolean") return Decimal128.fromString(value ? "1" : "0");
  if (isNumeric(value)) return toDecimal128(value);
  if (value instanceof Date) return Decimal128.fromString(String(value.getTime()));
  if (typeof value !== "string") throw unsupported(value, "decimal");
  try {
    return Decimal128.fromString(value);
  } catch {
    throw unparsable(value);
  }
}

function wholeNumber(value: unknown, target: "int" | "long"): bigint {
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (isLong(value)) return value.toBigInt();
  if (isNumeric(value)) {
    const number = isDecimal(value) ? Number(String(roundTo(value, 0, "trunc"))) : Math.trunc(toDouble(value));
    if (!Number.isFinite(number))
      throw failure(
        `Attempt to convert ${Number.isNaN(number) ? "NaN" : "infinity"} value to integer type in $convert with no onError value`,
      );
    return BigInt(number);
  }
  if (value instanceof Date && target === "long") return BigInt(value.getTime());
  if (typeof value !== "string") throw unsupported(value, target);
  if (!/^[+-]?\d+$/.test(value)) throw unparsable(value);
  return BigInt(value);
}

function toInteger(value: unknown, target: "int" | "long"): number | Long {
  const number = wholeNumber(value, target);
  const limit = target === "int" ? 2n ** 31n : LONG_LIMIT;
  if (number < -limit || number >= limit)
    throw failure(`Conversion would overflow target type in $convert with no onError value: ${String(value)}`);
  return target === "int" ? Number(number) : Long.fromBigInt(number);
}

function toText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  if (isObjectId(value)) return value.toHexString();
  if (isNumeric(value) || typeof value === "boolean") return String(value);
  if (isBinary(value) && value.sub_type === 4) return value.toUUID().toString();
  throw unsupported(value, "string");
}

function toObjectId(value: unknown): ObjectId {
  if (isObjectId(value)) return value;
  if (typeof value !== "string") throw unsupported(value, "objectId");
  if (!/^[0-9a-fA-F]{24}$/.test(value))
    throw failure(
      `Failed to parse objectId '${value}' in $convert with no onError value: Invalid string length for parsing to OID, expected 24 but found ${value.length}`,
    );
  return ObjectId.createFromHexString(value);
}

const ISO_DATE = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** Parses a date; a text without a time zone is in UTC. */
function parseDate(text: string): Date {
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/.test(text.slice(10));
  const date = new Date(ISO_DATE.test(text) && !hasZone && text.length > 10 ? `${text}Z` : text);
  if (Number.isNaN(date.getTime())) throw failure(`Error parsing date string '${text}'`);
  return date;
}

function toDate(value: unknown): Date {
  if (value instanceof Date) return value;
  if (isObjectId(value)) return value.getTimestamp();
  if (isTimestamp(value)) return new Date((value.high >>> 0) * 1000);
  if (isNumeric(value) && !isInt32(value)) return new Date(Math.trunc(toDouble(value)));
  if (typeof value === "string") return parseDate(value);
  throw unsupported(value, "date");
}

function toBytes(value: unknown): unknown {
  if (isBinary(value)) return value;
  if (typeof value === "string") return new UUID(value);
  throw unsupported(value, "binData");
}

const TARGETS: Record<string, (value: unknown) => unknown> = {
  double: toDoubleValue,
  decimal: toDecimalValue,
  int: (value) => toInteger(value, "int"),
  long: (value) => toInteger(value, "long"),
  bool: (value) => (isNumeric(value) ? toDouble(value) !== 0 : typeof value === "boolean" ? value : true),
  string: toText,
  objectId: toObjectId,
  date: toDate,
  uuid: toBytes,
  binData: toBytes,
};

/** Converts a value that is not null to the named type. Throws ConversionFailure if that is impossible. */
function convertValue(value: unknown, target: string): unknown {
  const convert = Object.hasOwn(TARGETS, target) ? TARGETS[target] : undefined;
  if (!convert) throw badValue(`Unknown type name: ${target}`);
  return convert(value);
}

const convert: Operator = (document, argument, options) => {
  if (!isDoc(argument)) throw failedToParse(`$convert expects an object of named arguments but found: ${typeName(argument)}`);
  const evaluate = (part: unknown) => evaluatePart(document, part, options);
  const value = evaluate(argument.input);
  if (isNil(value)) return "onNull" in argument ? evaluate(argument.onNull) : null;
  const to = evaluate(argument.to);
  const type = isDoc(to) ? to.type : to;
  try {
    return convertValue(value, isNumeric(type) ? (TYPE_BY_CODE[String(toDouble(type))] ?? String(type)) : String(type));
  } catch (error) {
    if ("onError" in argument) return evaluate(argument.onError);
    throw error;
  }
};

const to = (target: string): Operator => onPresent((value) => convertValue(value, target));

export const CONVERSION_OPERATORS: OperatorTable = {
  $convert: convert,
  $toString: to("string"),
  $toObjectId: to("objectId"),
  $toInt: to("int"),
  $toLong: to("long"),
  $toDouble: to("double"),
  $toDecimal: to("decimal"),
  $toBool: to("bool"),
  $toDate: to("date"),
  $toUUID: to("uuid"),
  $type: (document, argument, options) =>
    typeName(evaluatePart(document, Array.isArray(argument) && argument.length === 1 ? argument[0] : argument, options)),
  $isNumber: onArguments(isNumeric),
  $binarySize: onPresent((value) => (typeof value === "string" ? Buffer.byteLength(value) : isBinary(value) ? value.length() : null)),
};
