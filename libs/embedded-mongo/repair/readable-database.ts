import { copyFileSync, existsSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { damagesOf } from "../store/check-content.ts";

/** A database that can be read, and the damage that was found in it. */
export interface ReadableDatabase {
  readonly database: DatabaseSync;
  readonly damages: readonly string[];
}

export const hasLog = (file: string): boolean => existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0;

/**
 * Opens a database for reading without touching its files. Data that is only in its log is not visible. Throws if the file is no database.
 */
export function openWithoutLog(file: string): ReadableDatabase {
  const url = pathToFileURL(path.resolve(file));
  url.searchParams.set("immutable", "1");
  return examined(new DatabaseSync(url, { readOnly: true }));
}

/** Opens a copy of a database with as much of its log as SQLite can read. */
export function openCopyWithLog(file: string, directory: string): ReadableDatabase {
  const copy = path.join(directory, path.basename(file));
  copyFileSync(file, copy);
  copyFileSync(`${file}-wal`, `${copy}-wal`);
  const database = new DatabaseSync(copy);
  database.exec("PRAGMA locking_mode = EXCLUSIVE");
  return examined(database);
}

function examined(database: DatabaseSync): ReadableDatabase {
  return { database, damages: damagesOf(database, { content: true }) };
}
