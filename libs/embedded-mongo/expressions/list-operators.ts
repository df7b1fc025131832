import { isNil, isNumeric, toDouble, typeName } from "../values/bson-types.ts";
import { equal } from "../values/compare.ts";
import { locationError } from "../values/mongo-error.ts";
import { binary, type Operators, requireArray, unary, variadic } from "./operator.ts";

function boundOf(operator: string, which: string, bound: unknown, otherwise: number): number {
  if (bound === undefined) return otherwise;
  if (!isNumeric(bound) || !Number.isInteger(toDouble(bound)))
    throw locationError(40096, `${operator} requires an integral ${which} index, found a value of type: ${typeName(bound)}`);
  if (toDouble(bound) < 0) throw locationError(40097, `${operator} requires a nonnegative ${which} index, found: ${String(bound)}`);
  return toDouble(bound);
}

function indexOfArray(array: unknown, wanted: unknown, from: unknown, to: unknown): number | null {
  if (isNil(array)) return null;
  requireArray(array, 40090, "$indexOfArray requires an array as a first argument, found:");
  const last = Math.min(array.length, boundOf("$indexOfArray", "ending", to, array.length));
  for (let at = boundOf("$indexOfArray", "starting", from, 0); at < last; at++) if (equal(array[at], wanted)) return at;
  return -1;
}

/** The place of a text in another, in bytes of UTF-8. */
function indexOfBytes(text: unknown, wanted: unknown, from: unknown, to: unknown): number | null {
  if (isNil(text)) return null;
  if (typeof text !== "string")
    throw locationError(40091, `$indexOfBytes requires a string as the first argument, found: ${typeName(text)}`);
  if (typeof wanted !== "string")
    throw locationError(40092, `$indexOfBytes requires a string as the second argument, found: ${typeName(wanted)}`);
  const [bytes, sought] = [Buffer.from(text, "utf8"), Buffer.from(wanted, "utf8")];
  const first = boundOf("$indexOfBytes", "starting", from, 0);
  const last = Math.min(boundOf("$indexOfBytes", "ending", to, bytes.length), bytes.length) - sought.length;
  const at = first > last ? -1 : bytes.indexOf(sought, first);
  return at > last ? -1 : at;
}

function integer(value: unknown, which: string, code: number): number {
  if (!isNumeric(value) || !Number.isInteger(toDouble(value)))
    throw locationError(code, `${which} argument to $slice must be an integer, but is of type: ${typeName(value)}`);
  return toDouble(value);
}

/** A number of elements from the start or, below 0, from the end; or from a position. */
function slice(array: unknown, second: unknown, third: unknown): unknown {
  if ([array, second].some(isNil) || third === null) return null;
  requireArray(array, 28724, "First argument to $slice must be an array, but is of type:");
  const number = integer(second, "Second", 28725);
  if (third === undefined) return number >= 0 ? array.slice(0, number) : array.slice(number);
  const count = integer(third, "Third", 28727);
  if (count <= 0) throw locationError(28729, `Third argument to $slice must be positive: ${count}`);
  const from = number < 0 ? Math.max(0, array.length + number) : number;
  return array.slice(from, from + count);
}

/** Operators on arrays and texts; elements are compared as BSON values. */
export const LIST_OPERATORS: Operators = {
  $in: binary((wanted, array) => {
    requireArray(array, 40081, "$in requires an array as a second argument, found:");
    return array.some((element) => equal(element, wanted));
  }),
  $indexOfArray: variadic(indexOfArray, [2, 4]),
  $indexOfBytes: variadic(indexOfBytes, [2, 4]),
  $size: unary((array) => {
    requireArray(array, 17124, "The argument to $size must be an array, but was of type:");
    return array.length;
  }),
  $slice: variadic(slice, [2, 3]),
};
