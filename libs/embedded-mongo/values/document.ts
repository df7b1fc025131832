import { deserialize, serialize } from "bson";

/** The maximum size of a document, in bytes. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

const DECODING = { promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const;

/** Decodes a document; longs, binaries and regular expressions stay BSON values. Throws a BSONError for invalid bytes. */
export const decode = (bytes: Uint8Array): Doc => deserialize(bytes, DECODING);
export const encode = (document: Doc): Buffer => {
  const bytes = serialize(document, { ignoreUndefined: true, checkKeys: false });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

/** A decoded BSON document. Values are narrowed where they are used. */
export type Doc = Record<string, unknown>;

/** Whether a value is an embedded document, not a BSON type, a date, bytes or an array. */
export function isDoc(value: unknown): value is Doc {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  if ((value as Doc)._bsontype !== undefined && Object.getPrototypeOf(value) !== Object.prototype) return false;
  return !(value instanceof Date) && !(value instanceof RegExp) && !ArrayBuffer.isView(value);
}

/** An own field of a document, never an inherited property: fields named `__proto__` or `constructor` are plain data. */
export const own = (document: Doc, key: string): unknown => (Object.hasOwn(document, key) ? document[key] : undefined);

/** Sets an own field, even if it is named `__proto__`. */
export function setOwn(document: Doc, key: string, value: unknown): void {
  if (key === "__proto__") Object.defineProperty(document, key, { value, enumerable: true, configurable: true, writable: true });
  else document[key] = value;
}

/** Deep copy of containers; other BSON values are shared because they are never mutated. */
export function clone<T>(value: T): T {
  if (Array.isArray(value)) return value.map(clone) as T;
  if (!isDoc(value)) return value;
  const copy: Doc = {};
  for (const key of Object.keys(value)) setOwn(copy, key, clone(own(value, key)));
  return copy as T;
}

/** The levels of documents and arrays that a stored document may have, itself included. */
const MAX_DEPTH = 180;

/** Whether a document has more levels than may be stored. */
export function isTooDeep(value: unknown, levels = 1): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return levels > MAX_DEPTH || value.some((element) => isTooDeep(element, levels + 1));
  return isDoc(value) && (levels > MAX_DEPTH || Object.keys(value).some((key) => isTooDeep(own(value, key), levels + 1)));
}

export const omit = (document: Doc, key: string): Doc => {
  const { [key]: _omitted, ...rest } = document;
  return rest;
};

export const isDigits = (text: string): boolean => /^\d+$/.test(text);

/** The value at a dotted path; an array on the path is entered by a numeric part only. */
export function getPath(document: unknown, path: string): unknown {
  let value = document;
  for (const part of path.split(".")) {
    if (Array.isArray(value)) value = isDigits(part) ? value[Number(part)] : undefined;
    else if (isDoc(value)) value = own(value, part);
    else return undefined;
  }
  return value;
}

/** A copy of the document with the path set, or removed for undefined. Documents on the path are copied, other values replaced. */
export function withPath(document: unknown, parts: readonly string[], value: unknown, depth = 0): Doc {
  const copy: Doc = isDoc(document) ? { ...document } : {};
  const part = parts[depth] ?? "";
  if (depth < parts.length - 1) setOwn(copy, part, withPath(own(copy, part), parts, value, depth + 1));
  else if (value === undefined) delete copy[part];
  else setOwn(copy, part, value);
  return copy;
}

export const firstKey = (document: Doc): string | undefined => {
  for (const key in document) return key;
  return undefined;
};

/** Whether a document starts with an operator, as in `{ $gt: 1 }`; a database reference (`$ref`) is plain data. */
export function isOperatorDoc(value: unknown): value is Doc {
  if (!isDoc(value)) return false;
  const key = firstKey(value);
  return key !== undefined && key[0] === "$" && key !== "$ref" && key !== "$id" && key !== "$db";
}

/** Moves `_id` to the front, as MongoDB stores documents; `newId` generates a missing id. */
export function idFirst(document: Doc, newId: () => unknown): Doc {
  if (firstKey(document) === "_id" && document._id !== undefined) return document;
  const { _id, ...rest } = document;
  return { _id: _id === undefined ? newId() : _id, ...rest };
}
