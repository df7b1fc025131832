import { isNil, isNumeric, isTimestamp, toDouble, typeName } from "../values/bson-types.ts";
import { encode, isDoc } from "../values/document.ts";
import { locationError } from "../values/mongo-error.ts";
import { argumentsOf, evaluatePart, notSupported, type Operator, type OperatorTable, onArguments, onPresent } from "./operator.ts";

/** Numbers, dates and timestamps have a text; null and missing have an empty one. */
function textOf(value: unknown): string {
  if (isNil(value)) return "";
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "string" || isNumeric(value) || isTimestamp(value)) return String(value);
  throw locationError(16007, `can't convert from BSON type ${typeName(value)} to String`);
}

/** Whether a byte goes on with a character that began before it. */
const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** A part of a text by UTF-8 bytes; a negative length takes the rest. */
function substring(text: unknown, start: unknown, length: unknown): string {
  if (!isNumeric(start))
    throw locationError(16034, `$substrBytes: starting index must be a numeric type (is BSON type ${typeName(start)})`);
  if (!isNumeric(length)) throw locationError(16035, `$substrBytes: length must be a numeric type (is BSON type ${typeName(length)})`);
  const [from, count] = [Math.trunc(toDouble(start)), Math.trunc(toDouble(length))];
  if (from < 0) throw locationError(50752, `$substrBytes: starting index must be non-negative (got: ${from})`);
  const bytes = Buffer.from(textOf(text), "utf8");
  const end = count < 0 ? bytes.length : Math.min(bytes.length, from + count);
  if (isContinuation(bytes[from])) throw locationError(28656, "$substrBytes: Invalid range, starting index is a UTF-8 continuation byte.");
  if (isContinuation(bytes[end]))
    throw locationError(28657, "$substrBytes: Invalid range, ending index is in the middle of a UTF-8 character.");
  return bytes.subarray(from, end).toString("utf8");
}

/** The place of a text in another, in the units of `unitsOf`; `codes` for a first and a second argument that are no text. */
const indexOf =
  (operator: string, codes: readonly [number, number], unitsOf: (text: string) => ArrayLike<unknown>): Operator =>
  (document, argument, options) => {
    const [text, wanted, from, to] = argumentsOf(document, argument, options);
    if (isNil(text)) return null;
    if (typeof text !== "string")
      throw locationError(codes[0], `${operator} requires a string as the first argument, found: ${typeName(text)}`);
    if (typeof wanted !== "string")
      throw locationError(codes[1], `${operator} requires a string as the second argument, found: ${typeName(wanted)}`);
    const [units, sought] = [unitsOf(text), unitsOf(wanted)];
    const first = boundOf(operator, "starting", from, 0);
    const last = Math.min(boundOf(operator, "ending", to, units.length), units.length) - sought.length;
    for (let at = first; at <= last; at++) if (Array.prototype.every.call(sought, (unit, index) => units[at + index] === unit)) return at;
    return -1;
  };

function boundOf(operator: string, which: string, bound: unknown, otherwise: number): number {
  if (bound === undefined) return otherwise;
  if (!isNumeric(bound) || !Number.isInteger(toDouble(bound)))
    throw locationError(40096, `${operator} requires an integral ${which} index, found a value of type: ${typeName(bound)}`);
  if (toDouble(bound) < 0) throw locationError(40097, `${operator} requires a nonnegative ${which} index, found: ${String(bound)}`);
  return toDouble(bound);
}

const split = onPresent((text, separator) => {
  if (typeof text !== "string")
    throw locationError(40085, `$split requires an expression that evaluates to a string as a first argument, found: ${typeName(text)}`);
  if (typeof separator !== "string")
    throw locationError(
      40086,
      `$split requires an expression that evaluates to a string as a second argument, found: ${typeName(separator)}`,
    );
  if (!separator) throw locationError(40087, "$split requires a non-empty separator");
  return text.split(separator);
});

/** Only mingo's window stages pass a function; clients cannot, because functions have no wire format. */
const callFunction: Operator = (document, argument, options) => {
  if (!isDoc(argument) || typeof argument.body !== "function") throw notSupported("$function");
  const values = evaluatePart(document, argument.args, options);
  return Reflect.apply(argument.body, null, Array.isArray(values) ? values : [values]);
};

export const STRING_OPERATORS: OperatorTable = {
  $concat: onPresent((...parts) => {
    for (const part of parts)
      if (typeof part !== "string") throw locationError(16702, `$concat only supports strings, not ${typeName(part)}`);
    return parts.join("");
  }),
  $toLower: onArguments((value) => textOf(value).toLowerCase()),
  $toUpper: onArguments((value) => textOf(value).toUpperCase()),
  $substr: onArguments(substring),
  $substrBytes: onArguments(substring),
  $indexOfCP: indexOf("$indexOfCP", [40093, 40094], (text) => [...text]),
  $indexOfBytes: indexOf("$indexOfBytes", [40091, 40092], (text) => Buffer.from(text, "utf8")),
  $split: split,
  $bsonSize: onPresent((value) => {
    if (!isDoc(value)) throw locationError(31393, `$bsonSize requires a document input, found: ${typeName(value)}`);
    return encode(value).length;
  }),
  $toHashedIndexKey: () => {
    throw notSupported("$toHashedIndexKey");
  },
  $function: callFunction,
  $meta: () => null,
};
