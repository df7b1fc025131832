import mongoose from "mongoose";
import { ERROR_CODES } from "./error-codes.ts";

/** True when the database aborted an operation because it took longer than its `maxTimeMS`. */
export function isTimeLimitExceeded(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === ERROR_CODES.MaxTimeMSExpired;
}
