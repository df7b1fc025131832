import type { DatabaseSync } from "node:sqlite";
import type { SavedCollection } from "../engine/catalog-rows.ts";
import { catalogChecksum, ROWS, recordChecksum, sessionChecksum } from "../store/row-checksums.ts";
import { decode } from "../values/document.ts";

type Row = readonly unknown[];

/** The rows of a table that can be read. Where it cannot be followed from its beginning, it is read from its end. */
function readableRows<T extends Row>(database: DatabaseSync, columns: string, table: string, key: string): T[] {
  const found = new Map<unknown, T>();
  for (const direction of ["ASC", "DESC"]) {
    try {
      const statement = database.prepare(`SELECT ${columns} FROM ${table} ORDER BY ${key} ${direction}`);
      statement.setReturnArrays(true);
      for (const row of statement.iterate() as unknown as Iterable<T>) found.set(row[0], row);
      break;
    } catch {
      // a page is unreadable
    }
  }
  return [...found.values()];
}

/** The descriptions of the collections, by number. */
export function readableCollections(database: DatabaseSync): Map<number, SavedCollection> {
  const rows = readableRows<[number, number, Uint8Array]>(database, "id, c, v", "collections", "id");
  const intact = rows.filter(([id, checksum, bytes]) => bytes instanceof Uint8Array && catalogChecksum(id, bytes) === checksum);
  return new Map(intact.map(([id, , bytes]) => [id, decode(bytes) as unknown as SavedCollection]));
}

/** How many records each collection had, by number. */
export function readableCounts(database: DatabaseSync): Map<number, number> {
  return new Map(readableRows<[number, number]>(database, "id, n", "counters", "id"));
}

export function droppedCollections(database: DatabaseSync): Set<number> {
  const rows = readableRows<[number, string]>(database, "id, kind", "dropping", "kind, id");
  return new Set(rows.filter(([, kind]) => kind === "collection").map(([id]) => id));
}

/** The results of the writes of sessions: id, time and bytes. */
export function readableSessions(database: DatabaseSync): [string, number, number, Uint8Array][] {
  const rows = readableRows<[string, number, number, Uint8Array]>(database, "id, at, c, v", "sessions", "id");
  return rows.filter(([id, at, checksum, bytes]) => bytes instanceof Uint8Array && sessionChecksum(id, at, bytes) === checksum);
}

/** The numbers of all records that anything readable names: the table itself and the indexes. */
function recordNumbers(database: DatabaseSync, indexes: ReadonlyMap<number, number>): number[] {
  const numbers = new Set(readableRows<[number]>(database, "id", "records", "id").map(([row]) => row));
  const entries = readableRows<[string, number, number]>(database, "hex(k) || i || ' ' || id, i, id", "entries", "i, k, id");
  for (const [, index, record] of entries) {
    const collection = indexes.get(index);
    if (collection !== undefined) numbers.add(collection * ROWS + record);
  }
  return [...numbers].sort((left, right) => left - right);
}

export interface ReadableRecord {
  readonly collection: number;
  readonly record: number;
  /** Null if it is unreadable. */
  readonly bytes: Uint8Array | null;
}

/** All records in the order of their numbers, those that cannot be read too. */
export function* readableRecords(database: DatabaseSync, collections: ReadonlyMap<number, SavedCollection>): Generator<ReadableRecord> {
  const indexes = new Map([...collections].flatMap(([id, saved]) => saved.indexes.map((index) => [index.id, id] as const)));
  const get = database.prepare("SELECT c, v FROM records WHERE id = ?");
  get.setReturnArrays(true);
  for (const row of recordNumbers(database, indexes)) {
    yield { collection: Math.floor(row / ROWS), record: row % ROWS, bytes: read(() => get.get(row), row) };
  }
}

function read(get: () => unknown, row: number): Uint8Array | null {
  try {
    const found = get() as [number, Uint8Array] | undefined;
    return found && recordChecksum(row, found[1]) === found[0] ? found[1] : null;
  } catch {
    return null;
  }
}
