import type { BSONRegExp, Code } from "bson";
import { isBinary, isDecimal, isLong, isObjectId, isReference, isTimestamp, ORDER, toDouble, typeOrder } from "./bson-types.ts";
import { compareDecimals, decimalOf } from "./decimal.ts";
import type { Doc } from "./document.ts";

/** Compares strings; a collation gives another one than code point order. */
export type StringCompare = (left: string, right: string) => number;
const byCodeUnit: StringCompare = (left, right) => (left < right ? -1 : left > right ? 1 : 0);

function compareDoubles(left: number, right: number): number {
  if (left < right) return -1;
  if (left > right) return 1;
  if (left === right) return 0;
  return Number.isNaN(left) ? (Number.isNaN(right) ? 0 : -1) : 1;
}

export function compareNumbers(left: unknown, right: unknown): number {
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

function compareDocuments(left: Doc, right: Doc, strings: StringCompare): number {
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
    const result = byCodeUnit(leftKey, rightKey) || compare(leftValue, rightValue, strings);
    if (result) return result;
  }
  return Math.sign(leftKeys.length - rightKeys.length);
}

function compareArrays(left: unknown[], right: unknown[], strings: StringCompare): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const result = compare(left[index], right[index], strings);
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
  return byCodeUnit(leftSource, rightSource) || byCodeUnit(leftFlags, rightFlags);
}

/** Total order over BSON values; missing comes before null. The order of fields matters, as on the server. */
export function compare(left: unknown, right: unknown, strings: StringCompare = byCodeUnit): number {
  if (left === right) return 0;
  if (typeof left === "string" && typeof right === "string") return strings(left, right);
  const order = typeOrder(left);
  const other = typeOrder(right);
  if (order !== other) return order < other ? -1 : 1;
  switch (order) {
    case ORDER.number:
      return compareNumbers(left, right);
    case ORDER.string:
      return strings(String(left), String(right));
    case ORDER.document:
      return compareDocuments(fieldsOf(left), fieldsOf(right), strings);
    case ORDER.array:
      return compareArrays(left as unknown[], right as unknown[], strings);
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
    case ORDER.codeWithScope:
      return byCodeUnit(String((left as Code).code), String((right as Code).code));
  }
  return 0;
}

export const equal = (left: unknown, right: unknown, strings?: StringCompare): boolean =>
  left === right || compare(left, right, strings) === 0;
