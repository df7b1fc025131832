import { DatabaseSync, type StatementSync } from "node:sqlite";
import { damagesOf } from "./check-content.ts";
import { DamagedData } from "./damaged-data.ts";
import { makePrivate, narrow } from "./data-directory.ts";
import type { Found } from "./examine-files.ts";
import { sqliteCode } from "./sqlite-error.ts";

/** The version of the tables below, in `PRAGMA user_version`. */
const FORMAT = 2;
const PAGE_BYTES = 4096;
const PAGE_CACHE_KIB = 49_152;
/** Reading this much takes some tenths of a second. */
const SMALL_BYTES = 32 * 1024 * 1024;

/**
 * Ordered tables of keys and values. `records` and `entries` hold the documents and the index keys of all collections. `c` is a CRC-32,
 * `sum` the sum of the checksums of all records or entries. `dropping` names dropped tables whose rows are deleted gradually, and the
 * indexes that are being built.
 */
const TABLES = `
  CREATE TABLE collections (id INTEGER PRIMARY KEY, c INTEGER, v BLOB) STRICT;
  CREATE TABLE counters (id INTEGER PRIMARY KEY, n INTEGER, bytes INTEGER, sum INTEGER) STRICT;
  CREATE TABLE records (id INTEGER PRIMARY KEY, c INTEGER, v BLOB) STRICT;
  CREATE TABLE entries (i INTEGER, k BLOB, id INTEGER, PRIMARY KEY (i, k, id)) STRICT, WITHOUT ROWID;
  CREATE TABLE sessions (id TEXT PRIMARY KEY, at INTEGER, c INTEGER, v BLOB) STRICT, WITHOUT ROWID;
  CREATE TABLE dropping (kind TEXT, id INTEGER, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID;
`;

/** A larger record is not handed over in a block. */
const MAX_BYTES_IN_BLOCK = 16 * 1024;

/**
 * Several records as one row. It holds the record numbers, less the first parameter, and the checksums as JSON (null for a large record).
 * The documents of the other records follow one after the other. A separate row for each record takes half as long again.
 */
function blockOf(order: string): string {
  const record = `id, c, CASE WHEN length(v) <= ${MAX_BYTES_IN_BLOCK} THEN v END AS v`;
  return `
    SELECT json_group_array(id - ?), json_group_array(CASE WHEN v IS NOT NULL THEN c END), CAST(coalesce(group_concat(v, ''), '') AS BLOB)
    FROM (SELECT ${record} FROM records WHERE id > ? AND id < ? ORDER BY ${order} LIMIT ?)`;
}

const STATEMENTS = {
  begin: "BEGIN IMMEDIATE",
  commit: "COMMIT",
  getRecord: "SELECT c, v FROM records WHERE id = ?",
  putRecord: "INSERT OR REPLACE INTO records VALUES (?, ?, ?)",
  deleteRecord: "DELETE FROM records WHERE id = ?",
  blockUp: blockOf("id"),
  blockDown: blockOf("id DESC"),
  idsUp: "SELECT id FROM records WHERE id > ? AND id < ? ORDER BY id",
  lastRecord: "SELECT max(id) FROM records WHERE id < ?",
  addEntry: "INSERT OR IGNORE INTO entries VALUES (?, ?, ?)",
  deleteEntry: "DELETE FROM entries WHERE i = ? AND k = ? AND id = ?",
  holdersUp: "SELECT id FROM entries WHERE i = ? AND (k, id) > (?, ?) AND k < ? ORDER BY k, id LIMIT ?",
  holdersDown: "SELECT id FROM entries WHERE i = ? AND (k, id) < (?, ?) AND k >= ? ORDER BY k DESC, id DESC LIMIT ?",
  countUp: "SELECT count(*) FROM (SELECT 1 FROM entries WHERE i = ? AND (k, id) > (?, ?) AND k < ? LIMIT ?)",
  nthUp: "SELECT k, id FROM entries WHERE i = ? AND (k, id) > (?, ?) AND k < ? ORDER BY k, id LIMIT 1 OFFSET ?",
  nthDown: "SELECT k, id FROM entries WHERE i = ? AND (k, id) < (?, ?) AND k >= ? ORDER BY k DESC, id DESC LIMIT 1 OFFSET ?",
  entriesUp: "SELECT k, id FROM entries WHERE i = ? AND (k, id) > (?, ?) AND k < ? ORDER BY k, id LIMIT ?",
  entriesDown: "SELECT k, id FROM entries WHERE i = ? AND (k, id) < (?, ?) AND k >= ? ORDER BY k DESC, id DESC LIMIT ?",
  holder: "SELECT id FROM entries WHERE i = ? AND k = ? LIMIT 1",
  putCollection: "INSERT OR REPLACE INTO collections VALUES (?, ?, ?)",
  deleteCollection: "DELETE FROM collections WHERE id = ?",
  collections: "SELECT id, c, v FROM collections ORDER BY id",
  putCounter: "INSERT OR REPLACE INTO counters VALUES (?, ?, ?, ?)",
  getCounter: "SELECT n, bytes, sum FROM counters WHERE id = ?",
  deleteCounter: "DELETE FROM counters WHERE id = ?",
  putSession: "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?)",
  getSession: "SELECT v FROM sessions WHERE id = ?",
  deleteSession: "DELETE FROM sessions WHERE id = ?",
  oldestSession: "SELECT 1 FROM sessions WHERE at < ? LIMIT 1",
  deleteSessionsBefore: "DELETE FROM sessions WHERE at < ?",
  highestId: `SELECT max(
    coalesce((SELECT id FROM counters ORDER BY id DESC LIMIT 1), 0), coalesce((SELECT max(id) FROM dropping), 0),
    coalesce((SELECT i FROM entries ORDER BY i DESC LIMIT 1), 0), coalesce((SELECT id FROM records ORDER BY id DESC LIMIT 1), 0) / ?)`,
  addDropping: "INSERT INTO dropping VALUES (?, ?)",
  dropping: "SELECT kind, id FROM dropping WHERE kind <> 'build'",
  builds: "SELECT 1 FROM dropping WHERE kind = 'build'",
  dropBuilds: "UPDATE dropping SET kind = 'index' WHERE kind = 'build'",
  deleteDropping: "DELETE FROM dropping WHERE kind = ? AND id = ?",
  dropRecords: "DELETE FROM records WHERE id IN (SELECT id FROM records WHERE id > ? AND id < ? LIMIT ?)",
  dropEntries: "DELETE FROM entries WHERE (i, k, id) IN (SELECT i, k, id FROM entries WHERE i = ? LIMIT ?)",
} as const;

/** The prepared statements; a row is an array of its columns. */
export type Statements = Readonly<Record<keyof typeof STATEMENTS, StatementSync>>;

export interface OpenDatabase {
  readonly database: DatabaseSync;
  readonly statements: Statements;
}

/**
 * Opens a database, or creates a new one. The journal mode is WAL without a sync in each COMMIT: the owner of the store flushes the WAL
 * once for many commits. SQLite flushes around checkpoints. Deleted data is overwritten.
 */
export function openDatabase(file: string, found: Found): OpenDatabase {
  if (file !== ":memory:") {
    makePrivate(file);
    narrow(`${file}-wal`);
  }
  const database = new DatabaseSync(file);
  try {
    return prepare(database, file, found);
  } catch (error) {
    database.close();
    throw isDamage(error) ? new DamagedData(file, `${file} cannot be opened: ${(error as Error).message}`) : error;
  }
}

const SQLITE_ERROR = 1;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
/** Errors of SQLite that only damaged files cause: an SQL error here means a missing table. */
const isDamage = (error: unknown): boolean => [SQLITE_ERROR, SQLITE_CORRUPT, SQLITE_NOTADB].includes(sqliteCode(error) ?? 0);

function prepare(database: DatabaseSync, file: string, found: Found): OpenDatabase {
  database.exec(`
    PRAGMA page_size = ${PAGE_BYTES}; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${PAGE_CACHE_KIB}`);
  const { user_version: version } = database.prepare("PRAGMA user_version").get() as { user_version: number };
  const isEmpty = version === 0 && database.prepare("SELECT 1 FROM sqlite_schema").get() === undefined;
  if (isEmpty && !found.isNew && found.hasState) throw new DamagedData(file, `${file} has no tables`);
  if (!isEmpty) {
    refuseOtherFormats(file, version);
    refuseDamaged(database, file, found);
  }
  // the version is written each time, so that there is a WAL whose descriptor can be flushed
  database.exec(`BEGIN IMMEDIATE; ${isEmpty ? TABLES : ""} PRAGMA user_version = ${FORMAT}; COMMIT`);
  return { database, statements: prepareAll(database) };
}

/**
 * Empties the log. `secure_delete` overwrites a deleted row in its last place, but SQLite leaves copies in pages from which it moved the
 * row earlier. Therefore a small database is rewritten as a whole; that would take too long for a larger one.
 */
export function eraseRemains(database: DatabaseSync): void {
  const [pages] = Object.values(database.prepare("PRAGMA page_count").get() ?? {});
  if (Number(pages) * PAGE_BYTES <= SMALL_BYTES) database.exec("VACUUM");
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
}

function refuseOtherFormats(file: string, version: number): void {
  if (version === FORMAT) return;
  throw new Error(`embedded-mongo: ${file} cannot be opened: it has format ${version}, this server reads format ${FORMAT} only`);
}

/** Checks a small database at each start. A larger one is checked only after an unclean end, and without its contents. */
function refuseDamaged(database: DatabaseSync, file: string, { isClean, bytes }: Found): void {
  const isSmall = bytes <= SMALL_BYTES;
  if (isClean && !isSmall) return;
  const [damage] = damagesOf(database, { content: isSmall });
  if (damage !== undefined) throw new DamagedData(file, `${file}: ${damage}`);
}

function prepareAll(database: DatabaseSync): Statements {
  const prepared = Object.entries(STATEMENTS).map(([name, sql]) => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return [name, statement];
  });
  return Object.fromEntries(prepared) as Statements;
}
