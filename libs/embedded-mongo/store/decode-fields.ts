import { FIXED_SIZES, PREFIXED_SIZES, REGULAR_EXPRESSION } from "../values/bson-sizes.ts";
import { type Doc, decode } from "../values/document.ts";

/** Names of fields, prepared for finding them in BSON. */
export class FieldNames {
  readonly #names: readonly Buffer[];

  constructor(names: Iterable<string>) {
    this.#names = [...names].map((name) => Buffer.from(`${name}\0`));
  }

  /** A document with these of its fields only; the others are not decoded. */
  decode(bytes: Buffer): Doc {
    let found: Buffer[] | null = null;
    let at = 4;
    while (bytes[at] !== 0) {
      const value = endOfName(bytes, at + 1) + 1;
      const end = value + valueSize(bytes, bytes[at] ?? 0, value);
      if (this.#has(bytes, at + 1, value)) {
        found ??= [];
        found.push(bytes.subarray(at, end));
      }
      at = end;
    }
    return found ? decode(documentOf(found)) : {};
  }

  #has(bytes: Buffer, start: number, end: number): boolean {
    for (const name of this.#names) {
      if (name.length !== end - start) continue;
      let at = 0;
      while (at < name.length && name[at] === bytes[start + at]) at++;
      if (at === name.length) return true;
    }
    return false;
  }
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

/** The document that consists of encoded elements. */
function documentOf(elements: readonly Buffer[]): Buffer {
  const size = elements.reduce((total, { length }) => total + length, 5);
  const document = Buffer.allocUnsafe(size);
  document.writeInt32LE(size, 0);
  let at = 4;
  for (const element of elements) {
    document.set(element, at);
    at += element.length;
  }
  document[at] = 0;
  return document;
}
