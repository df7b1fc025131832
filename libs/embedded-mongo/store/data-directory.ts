import { closeSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteCode } from "./sqlite-error.ts";

/** Another server uses the data directory. */
export class DirectoryInUse extends Error {
  constructor(directory: string) {
    super(`embedded-mongo: the data directory ${directory} is in use by another server; stop it or choose another directory`);
  }
}

/** The database of a data directory. Only SQLite may open it: a second descriptor that is closed drops its locks. */
export const dataFile = (directory: string): string => path.join(directory, "data.db");

/** Makes this process the owner of a data directory, by a lock of the kernel that ends with the process. */
export function lockDataDirectory(directory: string): DatabaseSync {
  mkdirSync(directory, { recursive: true });
  const lock = new DatabaseSync(path.join(directory, "lock.db"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    throw sqliteCode(error) === SQLITE_BUSY ? new DirectoryInUse(directory) : error;
  }
  return lock;
}

const SQLITE_BUSY = 5;

/** Flushes the entries of a directory: new and renamed files survive a power failure only then. */
export function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
