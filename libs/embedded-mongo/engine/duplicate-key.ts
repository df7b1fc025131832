import type { CollectionIndex } from "../indexes/collection-index.ts";
import { isObjectId } from "../values/bson-types.ts";
import { type Doc, isDigits, isDoc, own, setOwn } from "../values/document.ts";
import { MongoError } from "../values/mongo-error.ts";
import type { Collection } from "./model.ts";

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return "null";
  if (typeof value === "string") return JSON.stringify(value);
  if (isObjectId(value)) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (Array.isArray(value)) return `[ ${value.map(formatValue).join(", ")} ]`;
  if (isDoc(value)) return `{ ${formatFields(value)} }`;
  return String(value);
}
const formatFields = (fields: Doc): string =>
  Object.keys(fields)
    .map((key) => `${key}: ${formatValue(own(fields, key))}`)
    .join(", ");

/** The value of an indexed field for the error; for an array its first element. */
function reportedValue(document: Doc, parts: readonly string[]): unknown {
  let value: unknown = document;
  for (const part of parts) {
    if (Array.isArray(value) && isDigits(part)) value = value[Number(part)];
    else {
      const holder: unknown = Array.isArray(value) ? value[0] : value;
      value = isDoc(holder) ? own(holder, part) : undefined;
    }
  }
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

/** The E11000 error with the key pattern and the key values of the refused document. */
export function duplicateKey(collection: Collection, index: CollectionIndex, document: Doc): MongoError {
  const keyValue: Doc = {};
  for (const { path, parts } of index.fields) setOwn(keyValue, path, reportedValue(document, parts));
  const { name, key } = index.specification;
  return new MongoError(
    11000,
    "DuplicateKey",
    `E11000 duplicate key error collection: ${collection.namespace} index: ${name} dup key: { ${formatFields(keyValue)} }`,
    { fields: { keyPattern: key, keyValue } },
  );
}
