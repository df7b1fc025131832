import type { Schema, SchemaType } from "mongoose";
import { isObject, type Node } from "../recorder/language-uses.ts";

export type Doc = Record<string, unknown>;

/** Documents that share the same text in one field: a fan with twenty messages, a creator with twenty visitors. */
const DOCUMENTS_PER_TEXT = 20;
const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

/** The type information of mongoose about a path, as far as sample values need it. */
interface Path extends Omit<SchemaType, "schema" | "options"> {
  readonly enumValues?: readonly unknown[];
  readonly embeddedSchemaType?: SchemaType;
  readonly schema?: Schema;
  readonly options: { readonly required?: unknown; readonly enum?: unknown };
}

type NamedPath = readonly [name: string, path: Path];
const paths = new WeakMap<Schema, readonly NamedPath[]>();

/** The paths of a schema. */
function pathsIn(schema: Schema): readonly NamedPath[] {
  const known = paths.get(schema);
  if (known) return known;
  const found: NamedPath[] = [];
  schema.eachPath((name, type) => found.push([name, type as unknown as Path]));
  paths.set(schema, found);
  return found;
}

/** The paths of a schema that equal, contain or lie below one of the given paths. */
export function pathsAmong(schema: Schema, wanted: Iterable<string>): readonly NamedPath[] {
  const below = (path: string, other: string) => path === other || path.startsWith(`${other}.`);
  const all = [...wanted];
  return pathsIn(schema).filter(([name]) => name === "_id" || all.some((path) => below(path, name) || below(name, path)));
}

/** Document `number` of `count`, with a value in each path. The fields are independent of one another. */
export function sampleDocument(fields: readonly NamedPath[], number: number, count: number, at = ""): Doc {
  const document: Doc = {};
  for (const [name, path] of fields) {
    const where = `${at}${name}`;
    // A field that may be missing is missing in one of ten documents.
    if (name !== "_id" && !path.options.required && mix(number, where) % 10 === 9) continue;
    setAt(
      document,
      name,
      name === "_id" && at === ""
        ? `id-${String(mix(number, "_id", count)).padStart(8, "0")}-${number}`
        : sampleValue(path, where, number, count),
    );
  }
  return document;
}

function sampleValue(path: Path, where: string, number: number, count: number): unknown {
  const mixed = mix(number, where, count);
  if (path.instance === "String") {
    const known = path.enumValues?.filter((value) => value !== null) ?? [];
    if (known.length > 0) return known[mixed % known.length];
    return `${where}-${mixed % Math.ceil(count / DOCUMENTS_PER_TEXT)}`;
  }
  if (path.instance === "Number" || path.instance === "BigInt") return mixed;
  if (path.instance === "Date") return new Date(START + mixed * MINUTE);
  if (path.instance === "Boolean") return mixed % 2 === 0;
  if (path.schema && path.instance === "Embedded") return sampleDocument(pathsIn(path.schema), number, count, `${where}.`);
  if (path.schema) return [0, 1].map((item) => sampleDocument(pathsIn(path.schema as Schema), number + item, count, `${where}.`));
  if (path.instance === "Array")
    return [0, 1].map((item) => sampleValue(path.embeddedSchemaType as unknown as Path, where, number + item, count));
  return { text: `${where}-${mixed}` };
}

/** Paths of a filter, without its operators. */
export function pathsOf(filter: Node): string[] {
  return Object.entries(filter).flatMap(([key, part]) =>
    key.startsWith("$") ? (Array.isArray(part) ? part.filter(isObject).flatMap(pathsOf) : []) : [key],
  );
}

/** Gives a document texts at paths below a field whose content no schema describes. */
export function fillMixed(document: Doc, paths: readonly string[], number: number, count: number): void {
  for (const path of paths) {
    const [head = "", ...rest] = path.split(".");
    if (rest.length > 0 && isObject(document[head]) && valueAt(document, path) === undefined)
      setAt(document, path, `${path}-${mix(number, path, Math.ceil(count / DOCUMENTS_PER_TEXT))}`);
  }
}

/** The value at a path; for an array, the value of its first element. */
export function valueAt(document: unknown, path: string): unknown {
  let found = document;
  for (const name of path.split(".")) {
    if (Array.isArray(found) && !/^\d+$/.test(name)) [found] = found;
    found = (found as Doc | undefined)?.[name];
  }
  return Array.isArray(found) ? found[0] : found;
}

// Local, because a global is slow to read in the sandbox of a test.
const { imul } = Math;
const hashes = new Map<string, number>();

/** The FNV-1a hash of a path, cached because a collection needs a million numbers. */
function hashOf(where: string): number {
  let hash = hashes.get(where);
  if (hash === undefined) {
    hash = 0x81_1c_9d_c5 | 0;
    for (let at = 0; at < where.length; at += 1) hash = imul(hash ^ where.charCodeAt(at), 0x01_00_01_93);
    hashes.set(where, hash);
  }
  return hash;
}

/** A pseudo-random number below `count`, constant for a document and field. */
function mix(number: number, where: string, count = 1_000_000): number {
  let state = hashOf(where) ^ imul(number + 1, 0x9e_37_79_b1);
  for (let round = 0; round < 2; round += 1) state = imul(state ^ (state >>> 15), 0x85_eb_ca_6b);
  return ((state ^ (state >>> 13)) >>> 0) % count;
}

function setAt(document: Doc, path: string, value: unknown): void {
  const [head = "", ...rest] = path.split(".");
  if (rest.length > 0) document[head] ??= {};
  if (rest.length > 0) setAt(document[head] as Doc, rest.join("."), value);
  else document[head] = value;
}
