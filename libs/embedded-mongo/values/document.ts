/** A decoded BSON document. Values are narrowed where they are used. */
export type Doc = Record<string, unknown>;

/** Whether a value is an embedded document (and not a BSON type, a date, bytes or an array). */
export function isDoc(value: unknown): value is Doc {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  if ((value as Doc)._bsontype !== undefined && Object.getPrototypeOf(value) !== Object.prototype) return false;
  return !(value instanceof Date) && !(value instanceof RegExp) && !ArrayBuffer.isView(value);
}

/** The own field of a document; never anything inherited, so that a field named `__proto__` or `constructor` is only data. */
export const own = (document: Doc, key: string): unknown => (Object.hasOwn(document, key) ? document[key] : undefined);

/** Sets an own field, also one named `__proto__`. */
export function setOwn(document: Doc, key: string, value: unknown): void {
  if (key === "__proto__") Object.defineProperty(document, key, { value, enumerable: true, configurable: true, writable: true });
  else document[key] = value;
}

/** Deep copy of containers; leaf BSON values are shared (they are never changed in place). */
export function clone<T>(value: T): T {
  if (Array.isArray(value)) return value.map(clone) as T;
  if (!isDoc(value)) return value;
  const copy: Doc = {};
  for (const key of Object.keys(value)) setOwn(copy, key, clone(own(value, key)));
  return copy as T;
}

export const omit = (document: Doc, key: string): Doc => {
  const { [key]: _left, ...rest } = document;
  return rest;
};

export const isDigits = (text: string): boolean => /^\d+$/.test(text);

/** The value at a dotted path, without looking into every element of an array. */
export function getPath(document: unknown, path: string): unknown {
  let value = document;
  for (const part of path.split(".")) {
    if (Array.isArray(value)) value = isDigits(part) ? value[Number(part)] : undefined;
    else if (isDoc(value)) value = own(value, part);
    else return undefined;
  }
  return value;
}

/** A copy of the document in which the path is set; documents on the way are copied, other values replaced. */
export function withPath(document: unknown, parts: readonly string[], value: unknown, at = 0): Doc {
  const copy: Doc = isDoc(document) ? { ...document } : {};
  const part = parts[at] ?? "";
  if (at < parts.length - 1) setOwn(copy, part, withPath(own(copy, part), parts, value, at + 1));
  else if (value === undefined) delete copy[part];
  else setOwn(copy, part, value);
  return copy;
}

export const firstKey = (document: Doc): string | undefined => {
  for (const key in document) return key;
  return undefined;
};

/** Whether the first field of a document is an operator, as in `{ $gt: 1 }`; a reference (`$ref`) is plain data. */
export function isOperatorDoc(value: unknown): value is Doc {
  if (!isDoc(value)) return false;
  const key = firstKey(value);
  return key !== undefined && key[0] === "$" && key !== "$ref" && key !== "$id" && key !== "$db";
}

/** Puts `_id` first, as the server stores documents; the caller supplies the id for a document without one. */
export function idFirst(document: Doc, newId: () => unknown): Doc {
  if (firstKey(document) === "_id" && document._id !== undefined) return document;
  const { _id, ...rest } = document;
  return { _id: _id === undefined ? newId() : _id, ...rest };
}

/** The keys of a document in their order, for comparisons that `equal` alone does not make. */
export const keyList = (document: Doc): string => Object.keys(document).join("\u0000");
