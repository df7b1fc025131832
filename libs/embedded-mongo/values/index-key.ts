import type { BSONRegExp, Code } from "bson";
import { isObjectId, isTimestamp, ORDER, toDouble, typeOrder } from "./bson-types.ts";
import { bytesOf, fieldsOf, regexParts, subtypeOf } from "./compare.ts";
import { compareDecimals, decimalOf, exactDecimal, powerOfTen, signedCoefficient } from "./decimal.ts";

const float = new DataView(new ArrayBuffer(8));
const CHARACTERS: readonly string[] = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
const character = (code: number): string => CHARACTERS[code & 255] ?? "";
/** Ends the key of a number that is exactly a double; smaller and greater numbers end in \x7f and \x81. */
const EXACT_DOUBLE = "\x80";

function doubleKey(value: number): string {
  if (Number.isNaN(value)) return "\x00\x00\x00\x00\x00\x00\x00\x00";
  float.setFloat64(0, Object.is(value, -0) ? 0 : value);
  let key = "";
  for (let index = 0; index < 8; index++) {
    const byte = float.getUint8(index);
    key += character(value < 0 ? byte ^ 0xff : index === 0 ? byte ^ 0x80 : byte);
  }
  return key;
}

/** The key of the nearest double, then the difference of a long or decimal from it. */
function numberKey(value: unknown): string {
  if (typeof value === "number") return doubleKey(value) + EXACT_DOUBLE;
  const nearest = toDouble(value);
  const key = doubleKey(nearest);
  if (!Number.isFinite(nearest)) return key + EXACT_DOUBLE;
  const exact = decimalOf(value);
  const rounded = exactDecimal(nearest);
  if (compareDecimals(exact, rounded) === 0) return key + EXACT_DOUBLE;
  const exponent = Math.min(exact.exponent, rounded.exponent);
  const difference =
    signedCoefficient(exact) * powerOfTen(exact.exponent - exponent) - signedCoefficient(rounded) * powerOfTen(rounded.exponent - exponent);
  const negative = difference < 0n;
  const digits = (negative ? -difference : difference).toString();
  const magnitude = digits.length + exponent + 8192;
  const remainder = `${character(magnitude >> 8)}${character(magnitude)}${digits.replace(/0+$/, "")}\x00`;
  return key + (negative ? `\x7f${invertKey(remainder)}` : `\x81${remainder}`);
}

// a loop, because the linter rejects control characters in a regular expression
function isPlainAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0 || code > 127) return false;
  }
  return true;
}
function stringKey(text: string): string {
  if (isPlainAscii(text)) return `${text}\x00\x00`;
  return `${Buffer.from(text, "utf8").toString("latin1").replaceAll("\x00", "\x00\xff")}\x00\x00`;
}
const uint32Key = (value: number): string => character(value >>> 24) + character(value >>> 16) + character(value >>> 8) + character(value);

/** The first byte of the keys of all values whose type has this position in the sort order. */
export const typeByte = (order: number): string => character(order + 2);

/** Inverts the bytes of a key, for a descending field. */
export function invertKey(key: string): string {
  let inverted = "";
  for (let index = 0; index < key.length; index++) inverted += character(key.charCodeAt(index) ^ 0xff);
  return inverted;
}

function documentKey(value: unknown): string {
  const fields = fieldsOf(value);
  let key = "";
  for (const name of Object.keys(fields)) {
    const field = fields[name];
    key += typeByte(typeOrder(field)) + stringKey(name) + indexKey(field);
  }
  return `${key}\x00`;
}

function bytesKey(value: unknown): string {
  const bytes = bytesOf(value);
  return uint32Key(bytes.length) + character(subtypeOf(value)) + Buffer.from(bytes).toString("latin1");
}

/** A string of one-byte characters that sorts, by < and >, in the order of the values. A missing value counts as null. */
export function indexKey(value: unknown): string {
  const order = typeOrder(value);
  const first = typeByte(order === ORDER.missing ? ORDER.null : order);
  switch (order) {
    case ORDER.number:
      return first + numberKey(value);
    case ORDER.string:
      return first + stringKey(String(value));
    case ORDER.objectId:
      return isObjectId(value) ? first + Buffer.from(value.id).toString("latin1") : first;
    case ORDER.boolean:
      return first + (value ? "\x01" : "\x00");
    case ORDER.date:
      return first + doubleKey((value as Date).getTime());
    case ORDER.timestamp:
      return isTimestamp(value) ? first + uint32Key(value.high) + uint32Key(value.low) : first;
    case ORDER.bytes:
      return first + bytesKey(value);
    case ORDER.array:
      return `${first}${(value as unknown[]).map((element) => indexKey(element)).join("")}\x00`;
    case ORDER.document:
      return first + documentKey(value);
    case ORDER.regex: {
      const [source, flags] = regexParts(value as RegExp | BSONRegExp);
      return first + stringKey(source) + stringKey(flags);
    }
    case ORDER.code:
    case ORDER.codeWithScope: {
      const { code, scope } = value as Code;
      return first + stringKey(String(code)) + documentKey(scope ?? {});
    }
  }
  return first;
}
