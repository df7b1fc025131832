import mongoose from "mongoose";
import { ERROR_CODES } from "./error-codes.ts";

/**
 * True when a unique index refused a write; with a field name, when that index has the field. The error of a bulk write names its fields
 * only in its message. For such an error the field must be the first one of its index.
 */
export function isDuplicateKey(error: unknown, indexKey?: string): boolean {
  if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== ERROR_CODES.DuplicateKey) return false;
  if (indexKey === undefined) return true;
  const keyPattern: unknown = error.keyPattern;
  if (typeof keyPattern === "object" && keyPattern !== null) return Object.hasOwn(keyPattern, indexKey);
  return error.message.includes(`dup key: { ${indexKey}: `);
}

/** The position of the document that a unique index has refused, among several inserted ones; null for another error. */
export function refusedIndexOf(error: unknown): number | null {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError) || !isDuplicateKey(error)) return null;
  return [error.writeErrors].flat()[0]?.index ?? null;
}
