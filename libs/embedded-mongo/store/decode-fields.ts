import { FIXED_SIZES, PREFIXED_SIZES, REGULAR_EXPRESSION } from "../values/bson-sizes.ts";
import { type Doc, decode, own, setOwn } from "../values/document.ts";

const DOUBLE = 1;
const STRING = 2;
const EMBEDDED_DOCUMENT = 3;
const BOOLEAN = 8;
const INT = 16;
/** Where the name of the first field of a document begins. That of a reference is `$ref`, and references are decoded as a whole. */
const FIRST_NAME = 5;
const DOLLAR = 0x24;

interface Wanted {
  readonly name: string;
  readonly bytes: Buffer;
  /** The wanted part of an embedded document; null for all of it. */
  readonly within: FieldPaths | null;
}

/** Dotted paths, prepared for finding their values in BSON. */
export class FieldPaths {
  readonly #wanted: readonly Wanted[];

  constructor(paths: Iterable<string>) {
    const rests = new Map<string, (string | null)[]>();
    for (const path of paths) {
      const dot = path.indexOf(".");
      const name = dot < 0 ? path : path.slice(0, dot);
      rests.set(name, [...(rests.get(name) ?? []), dot < 0 ? null : path.slice(dot + 1)]);
    }
    this.#wanted = [...rests].map(([name, below]) => ({
      name,
      bytes: Buffer.from(`${name}\0`),
      within: below.every((rest) => rest !== null) ? new FieldPaths(below) : null,
    }));
  }

  /** Decodes only the parts of a document that are at these paths, and arrays as a whole. `from` is the offset of an embedded document. */
  decode(bytes: Buffer, from = 0): Doc {
    const found: Doc = {};
    let at = from + 4;
    for (let type = bytes[at]; type; type = bytes[at]) {
      const start = endOfName(bytes, at + 1) + 1;
      const end = start + valueSize(bytes, type, start);
      const wanted = this.#find(bytes, at + 1, start);
      if (wanted?.within && type === EMBEDDED_DOCUMENT && bytes[start + FIRST_NAME] !== DOLLAR)
        setOwn(found, wanted.name, wanted.within.decode(bytes, start));
      else if (wanted) setOwn(found, wanted.name, scalarAt(bytes, type, start, end) ?? elementAt(bytes, at, end, wanted.name));
      at = end;
    }
    return found;
  }

  #find(bytes: Buffer, start: number, end: number): Wanted | undefined {
    for (const wanted of this.#wanted) {
      const name = wanted.bytes;
      if (name.length !== end - start) continue;
      let at = 0;
      while (at < name.length && name[at] === bytes[start + at]) at++;
      if (at === name.length) return wanted;
    }
    return undefined;
  }
}

/** A value of the most frequent types; undefined for the others. */
function scalarAt(bytes: Buffer, type: number, start: number, end: number): number | string | boolean | undefined {
  switch (type) {
    case DOUBLE:
      return bytes.readDoubleLE(start);
    case STRING:
      return bytes.toString("utf8", start + 4, end - 1);
    case BOOLEAN:
      return bytes[start] === 1;
    case INT:
      return bytes.readInt32LE(start);
  }
  return undefined;
}

/** The value of an element that begins, with its type and name, at an offset. */
function elementAt(bytes: Buffer, at: number, end: number, name: string): unknown {
  const document = Buffer.allocUnsafe(end - at + 5);
  document.writeInt32LE(document.length, 0);
  bytes.copy(document, 4, at, end);
  document[document.length - 1] = 0;
  return own(decode(document), name);
}

function endOfName(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] !== 0) at++;
  return at;
}

function valueSize(bytes: Buffer, type: number, at: number): number {
  const fixed = FIXED_SIZES[type];
  if (fixed !== undefined) return fixed;
  if (type === REGULAR_EXPRESSION) return endOfName(bytes, endOfName(bytes, at) + 1) + 1 - at;
  const extra = PREFIXED_SIZES[type];
  if (extra === undefined) throw new Error(`a stored document has a value of the unknown type ${type}`);
  return extra + (bytes.readInt32LE(at) >>> 0);
}
