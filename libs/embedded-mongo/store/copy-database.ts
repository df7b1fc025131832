import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { type FileHandle, open, rename } from "node:fs/promises";
import type { DatabaseSync } from "node:sqlite";
import { DIRECTORY_MODE, dataFile, FILE_MODE, syncDirectory } from "./data-directory.ts";

const CHUNK_BYTES = 1024 * 1024;
/** SQLite's own default: after so many pages in the log it moves them to the database. */
const PAGES_IN_LOG = 1000;

export const isEmptyDirectory = (directory: string): boolean => !existsSync(directory) || readdirSync(directory).length === 0;

/**
 * Moves everything from the log to the file of the database, which then stays unchanged until `releaseFile`. Called while no transaction is
 * open.
 */
export function holdFile(database: DatabaseSync): void {
  database.exec("PRAGMA wal_autocheckpoint = 0");
  const { busy } = database.prepare("PRAGMA wal_checkpoint(FULL)").get() as { busy: number };
  if (busy) throw new Error("the log is in use");
}

export function releaseFile(database: DatabaseSync): void {
  database.exec(`PRAGMA wal_autocheckpoint = ${PAGES_IN_LOG}`);
}

/** Copies the file of a database into a data directory. It has its final name only when it is complete and flushed. */
export async function copyFileTo(source: FileHandle, directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true, mode: DIRECTORY_MODE });
  const unfinished = `${dataFile(directory)}.unfinished`;
  const target = await open(unfinished, "wx", FILE_MODE);
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (let at = 0; ; ) {
      const { bytesRead } = await source.read(chunk, 0, chunk.length, at);
      if (bytesRead === 0) break;
      await target.writev([chunk.subarray(0, bytesRead)]);
      at += bytesRead;
    }
    await target.sync();
  } finally {
    await target.close();
  }
  await rename(unfinished, dataFile(directory));
  syncDirectory(directory);
}
