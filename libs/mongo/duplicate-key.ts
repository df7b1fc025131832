import mongoose from "mongoose";

const DUPLICATE_KEY = 11_000;

/** True when a write was refused by a unique index; with a field name: by an index that has this field. */
export function isDuplicateKey(error: unknown, indexKey?: string): boolean {
  if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== DUPLICATE_KEY) return false;
  return indexKey === undefined || Object.hasOwn((error.keyPattern as object | undefined) ?? {}, indexKey);
}
