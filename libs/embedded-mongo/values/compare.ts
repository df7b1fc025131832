import type { BSONRegExp, Code } from "bson";
import { isBinary, isDecimal, isLong, isObjectId, isReference, isTimestamp, ORDER, toDouble, typeName, typeOrder } from "./bson-types.ts";
import { compareDecimals, decimalOf } from "./decimal.ts";
import { type Doc, isDoc, own } from "./document.ts";

/** The order of UTF-8: JavaScript compares UTF-16, where the parts of a surrogate pair are less than U+E000 to U+FFFF. */
const byUtf8 = (left: string, right: string): number => {
  if (left === right) return 0;
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const leftUnit = left.charCodeAt(index);
    const rightUnit = right.charCodeAt(index);
    if (leftUnit !== rightUnit) return utf8Rank(leftUnit) - utf8Rank(rightUnit);
  }
  return left.length - right.length;
};
const utf8Rank = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);

function compareDoubles(left: number, right: number): number {
  if (left < right) return -1;
  if (left > right) return 1;
  if (left === right) return 0;
  return Number.isNaN(left) ? (Number.isNaN(right) ? 0 : -1) : 1;
}

function compareNumbers(left: unknown, right: unknown): number {
  if (typeof left === "number" && typeof right === "number") return compareDoubles(left, right);
  if (isLong(left) && isLong(right)) return left.compare(right);
  if (isDecimal(left) || isDecimal(right)) return compareDecimals(decimalOf(left), decimalOf(right));
  const leftDouble = toDouble(left);
  const rightDouble = toDouble(right);
  if (leftDouble !== rightDouble || !(isLong(left) || isLong(right))) return compareDoubles(leftDouble, rightDouble);
  return compareDecimals(decimalOf(left), decimalOf(right));
}

export const bytesOf = (value: unknown): Uint8Array => {
  if (isBinary(value)) return value.buffer.subarray(0, value.length());
  const view = value as Uint8Array;
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
};
export const subtypeOf = (value: unknown): number => (isBinary(value) ? value.sub_type : 0);
export const regexParts = (value: RegExp | BSONRegExp): [source: string, flags: string] =>
  value instanceof RegExp ? [value.source, value.flags] : [value.pattern, value.options];

/** The fields of a document or of a reference. */
export const fieldsOf = (value: unknown): Doc => (isReference(value) ? value.toJSON() : (value as Doc));

function compareDocuments(left: Doc, right: Doc): number {
  const leftKeys = Object.keys(left);
  const rightKeys = Object.keys(right);
  const shared = Math.min(leftKeys.length, rightKeys.length);
  for (let index = 0; index < shared; index++) {
    const leftKey = leftKeys[index] ?? "";
    const rightKey = rightKeys[index] ?? "";
    const leftValue = left[leftKey];
    const rightValue = right[rightKey];
    const byType = typeOrder(leftValue) - typeOrder(rightValue);
    if (byType) return byType < 0 ? -1 : 1;
    const result = byUtf8(leftKey, rightKey) || compare(leftValue, rightValue);
    if (result) return result;
  }
  return Math.sign(leftKeys.length - rightKeys.length);
}

function compareArrays(left: unknown[], right: unknown[]): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const result = compare(left[index], right[index]);
    if (result) return result;
  }
  return Math.sign(left.length - right.length);
}

function compareBytes(left: unknown, right: unknown): number {
  const leftBytes = bytesOf(left);
  const rightBytes = bytesOf(right);
  if (leftBytes.length !== rightBytes.length) return leftBytes.length < rightBytes.length ? -1 : 1;
  return Math.sign(subtypeOf(left) - subtypeOf(right)) || Buffer.compare(leftBytes, rightBytes);
}

function compareRegexes(left: RegExp | BSONRegExp, right: RegExp | BSONRegExp): number {
  const [leftSource, leftFlags] = regexParts(left);
  const [rightSource, rightFlags] = regexParts(right);
  return byUtf8(leftSource, rightSource) || byUtf8(leftFlags, rightFlags);
}

/** Total order over BSON values; missing sorts before null. The order of fields is significant, as in MongoDB. */
export function compare(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (typeof left === "string" && typeof right === "string") return byUtf8(left, right);
  const order = typeOrder(left);
  const other = typeOrder(right);
  if (order !== other) return order < other ? -1 : 1;
  switch (order) {
    case ORDER.number:
      return compareNumbers(left, right);
    case ORDER.string:
      return byUtf8(String(left), String(right));
    case ORDER.document:
      return compareDocuments(fieldsOf(left), fieldsOf(right));
    case ORDER.array:
      return compareArrays(left as unknown[], right as unknown[]);
    case ORDER.bytes:
      return compareBytes(left, right);
    case ORDER.objectId:
      return isObjectId(left) && isObjectId(right) ? Buffer.compare(left.id, right.id) : 0;
    case ORDER.boolean:
      return left ? 1 : -1;
    case ORDER.date:
      return Math.sign((left as Date).getTime() - (right as Date).getTime());
    case ORDER.timestamp:
      return isTimestamp(left) && isTimestamp(right) ? left.compare(right) : 0;
    case ORDER.regex:
      return compareRegexes(left as RegExp | BSONRegExp, right as RegExp | BSONRegExp);
    case ORDER.code:
    case ORDER.codeWithScope: {
      const [first, second] = [left as Code, right as Code];
      return byUtf8(String(first.code), String(second.code)) || compareDocuments(first.scope ?? {}, second.scope ?? {});
    }
  }
  return 0;
}

/**
 * Whether two values are stored as the same bytes. This is stricter than equality: equal numbers of two types, zeros of two signs and equal
 * decimals with other digits differ.
 */
export function identical(left: unknown, right: unknown): boolean {
  if (typeof left !== "object" || left === null || typeof right !== "object" || right === null) return Object.is(left, right);
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((element, index) => identical(element, right[index]));
  if (isDecimal(left) && isDecimal(right)) return Buffer.compare(left.bytes, right.bytes) === 0;
  if (isDoc(left) && isDoc(right)) {
    const keys = Object.keys(left);
    const others = Object.keys(right);
    return keys.length === others.length && keys.every((key, at) => key === others[at] && identical(own(left, key), own(right, key)));
  }
  return typeName(left) === typeName(right) && equal(left, right);
}

export const equal = (left: unknown, right: unknown): boolean => left === right || compare(left, right) === 0;
