import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync } from "node:fs";
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

/** The data of the directory are in the format of a release before 1.0, which this server does not read. */
class OldFormat extends Error {
  constructor(directory: string) {
    super(`embedded-mongo: the data in ${directory} are in the format of a release before 1.0; choose another directory`);
  }
}

/** The mode of a data directory that the server creates. An existing directory keeps its mode. */
export const DIRECTORY_MODE = 0o700;
export const FILE_MODE = 0o600;

/**
 * Makes a file readable by its owner alone, and creates it if need be. SQLite gives the log of a database the mode of the database. Called
 * before SQLite opens the file. An existing file is not opened here, because closing the descriptor would drop SQLite's locks.
 */
export function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, "wx", FILE_MODE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    narrow(file);
  }
}

/** Removes the permissions of other users from a file, if it exists. Leaves a file of another user unchanged. */
export function narrow(file: string): void {
  try {
    chmodSync(file, FILE_MODE);
  } catch (error) {
    if (!["ENOENT", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

/**
 * SQLite takes the lock in steps. Of two servers that start at once each may hold a step that the other one needs, and then both give up; so
 * they let go and try again for this long.
 */
const LOCK_MS = 500;

/**
 * Makes this process the owner of a data directory, by a lock of the kernel that ends with the process. Refuses a directory in the format of
 * an earlier release, because a server that starts empty beside it would seem to have lost the data.
 */
export function lockDataDirectory(directory: string): DatabaseSync {
  if (existsSync(path.join(directory, "journal.bson"))) throw new OldFormat(directory);
  mkdirSync(directory, { recursive: true, mode: DIRECTORY_MODE });
  const file = path.join(directory, "lock.db");
  makePrivate(file);
  const lock = new DatabaseSync(file, { timeout: LOCK_MS });
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
