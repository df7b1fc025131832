import { mongo } from "mongoose";
import { NotRunnable } from "./format.ts";

const { EJSON, Binary, Decimal128, Double, Int32, Long, ObjectId, BSONRegExp, Timestamp } = mongo.BSON;

const isPlain = (value: unknown): value is mongo.Document =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  double: (value) => typeof value === "number" || value instanceof Double,
  int: (value) => Number.isInteger(value) || value instanceof Int32,
  long: (value) => Number.isInteger(value) || value instanceof Long || typeof value === "bigint",
  number: (value) => typeof value === "number" || value instanceof Long || value instanceof Decimal128,
  decimal: (value) => value instanceof Decimal128,
  string: (value) => typeof value === "string",
  object: isPlain,
  array: Array.isArray,
  bool: (value) => typeof value === "boolean",
  null: (value) => value === null,
  date: (value) => value instanceof Date,
  objectId: (value) => value instanceof ObjectId,
  binData: (value) => value instanceof Binary,
  regex: (value) => value instanceof RegExp || value instanceof BSONRegExp,
  timestamp: (value) => value instanceof Timestamp,
};

type Entities = ReadonlyMap<string, unknown>;
type Place = { readonly path: string; readonly isRoot: boolean; readonly entities: Entities };

const show = (value: unknown): string => (value === undefined ? "nothing" : EJSON.stringify(value as object).slice(0, 200));
const differs = (path: string, expected: unknown, actual: unknown) =>
  `${path || "the result"}: expected ${show(expected)}, got ${show(actual)}`;

type Special = (argument: unknown, actual: unknown, place: Place) => string | null;
/** The special operators of the format; a document with one has no other key. */
const SPECIAL: Readonly<Record<string, Special>> = {
  $$exists: (wanted, actual, { path }) => ((actual !== undefined) === wanted ? null : differs(path, { $$exists: wanted }, actual)),
  $$type: (types, actual, { path }) => {
    const names = [types].flat() as string[];
    return names.some((name) => TYPES[name]?.(actual)) ? null : differs(path, { $$type: types }, actual);
  },
  $$unsetOrMatches: (argument, actual, place) => (actual === undefined || actual === null ? null : difference(argument, actual, place)),
  $$matchesEntity: (id, actual, place) => difference(place.entities.get(String(id)), actual, place),
  $$matchesHexBytes: (hex, actual, { path }) =>
    actual instanceof Uint8Array && Buffer.from(actual).toString("hex") === hex ? null : differs(path, hex, actual),
  $$sessionLsid: (id, actual, place) => difference((place.entities.get(String(id)) as mongo.ClientSession).id, actual, place),
  $$lte: (limit, actual, { path }) => (Number(actual) <= Number(limit) ? null : differs(path, { $$lte: limit }, actual)),
  $$matchAsRoot: (argument, actual, place) => difference(argument, actual, { ...place, isRoot: true }),
  $$matchAsDocument: (argument, actual, place) => difference(argument, EJSON.parse(String(actual)), place),
};

/**
 * The difference between an expected and an actual value; null if there is none. A document at the root may have more fields than expected.
 */
export function difference(expected: unknown, actual: unknown, place: Place): string | null {
  const { path } = place;
  if (isPlain(expected)) {
    const [key = ""] = Object.keys(expected);
    const special = SPECIAL[key];
    if (special) return special(expected[key], actual, place);
    if (key.startsWith("$$")) throw new NotRunnable(`operator ${key}`);
    return ofDocuments(expected, actual, place);
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differs(path, expected, actual);
    return first(expected.map((value, at) => difference(value, actual[at], { ...place, path: `${path}[${at}]` })));
  }
  return isSame(expected, actual) ? null : differs(path, expected, actual);
}

function ofDocuments(expected: mongo.Document, actual: unknown, place: Place): string | null {
  if (typeof actual !== "object" || actual === null) return differs(place.path, expected, actual);
  const fields = actual as mongo.Document;
  const more = place.isRoot ? undefined : Object.keys(fields).find((name) => !(name in expected));
  if (more !== undefined) return `${place.path || "the result"}: has a field ${more}`;
  const below = (name: string): Place => ({ ...place, isRoot: false, path: place.path ? `${place.path}.${name}` : name });
  return first(Object.entries(expected).map(([name, value]) => difference(value, fields[name], below(name))));
}

const first = (found: readonly (string | null)[]): string | null => found.find((text) => text !== null) ?? null;

function isSame(expected: unknown, actual: unknown): boolean {
  if (typeof expected === "number" || expected instanceof Long || expected instanceof Double || expected instanceof Int32)
    return actual !== null && actual !== undefined && typeof actual !== "boolean" && Number(actual) === Number(expected);
  if (expected === null || typeof expected !== "object") return expected === actual;
  return typeof actual === "object" && actual !== null && EJSON.stringify(expected) === EJSON.stringify(actual);
}
