import mongoose from "mongoose";

const DUPLICATE_KEY = 11_000;

/**
 * True when a write was refused by a unique index; with a field name: by an index that has this field. Of a bulk write
 * the store tells the values only in a text, so there the field must be the first of its index.
 */
export function isDuplicateKey(error: unknown, indexKey?: string): boolean {
  if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== DUPLICATE_KEY) return false;
  if (indexKey === undefined) return true;
  const keyPattern: unknown = error.keyPattern;
  if (typeof keyPattern === "object" && keyPattern !== null) return Object.hasOwn(keyPattern, indexKey);
  return error.message.includes(`dup key: { ${indexKey}: `);
}
