import { MongoError } from "../values/mongo-error.ts";

const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;

/** The result code of SQLite in an error, without its extension; undefined in an error of another kind. */
export function sqliteCode(error: unknown): number | undefined {
  const code: unknown = typeof error === "object" && error !== null && "errcode" in error ? error.errcode : undefined;
  return typeof code === "number" ? code & 0xff : undefined;
}

/** The error for clients whose writes could not be stored: OutOfDiskSpace if the disk refused them. */
export function writeFailure(error: unknown): MongoError {
  if (error instanceof MongoError) return error;
  const message = `the store cannot be written: ${(error as Error).message}`;
  const code = sqliteCode(error);
  if (code === SQLITE_FULL || code === SQLITE_IOERR) return new MongoError(14_031, "OutOfDiskSpace", message, { wholeCommand: true });
  return new MongoError(1, "InternalError", message, { wholeCommand: true });
}
