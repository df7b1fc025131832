import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { DamagedData } from "../store/damaged-data.ts";
import { dataFile, lockDataDirectory } from "../store/data-directory.ts";
import { examineFiles } from "../store/examine-files.ts";
import { hasLog, openCopyWithLog, openWithoutLog, type ReadableDatabase } from "./readable-database.ts";

/** Reads everything in a data directory, without changing it, and returns every damage. Throws DirectoryInUse. */
export function checkDirectory(directory: string): string[] {
  const file = dataFile(directory);
  const lock = lockDataDirectory(directory);
  try {
    const damage = damageOfFiles(file);
    // the part of a damaged log that SQLite can still read does not fit the contents of the database
    return damage === null ? damagesInside(file) : [damage, ...(hasLog(file) ? [] : damagesInside(file))];
  } finally {
    lock.close();
  }
}

function damageOfFiles(file: string): string | null {
  try {
    return examineFiles(file).isNew ? `${file} is missing` : null;
  } catch (error) {
    if (error instanceof DamagedData) return error.damage;
    throw error;
  }
}

function damagesInside(file: string): string[] {
  const directory = hasLog(file) ? mkdtempSync(path.join(path.dirname(file), "check-")) : null;
  try {
    const opened: ReadableDatabase = directory === null ? openWithoutLog(file) : openCopyWithLog(file, directory);
    opened.database.close();
    return [...opened.damages];
  } catch (error) {
    return [`${file} cannot be opened: ${(error as Error).message}`];
  } finally {
    if (directory !== null) rmSync(directory, { recursive: true });
  }
}
