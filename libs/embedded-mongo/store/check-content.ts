import type { DatabaseSync } from "node:sqlite";
import { decode } from "../values/document.ts";
import { CATALOG, catalogChecksum, entryChecksum, ROWS, recordChecksum, sessionChecksum } from "./row-checksums.ts";

const MAX_STRUCTURAL_DAMAGES = 100;

/** The damages of a database, as far as it can be read. `content` also reads and compares all rows. */
export function damagesOf(database: DatabaseSync, { content }: { readonly content: boolean }): string[] {
  const structural = [...untilError(() => structuralDamages(database))];
  return content ? [...new Set([...structural, ...untilError(() => damagesOfContent(database))])] : structural;
}

/** The findings, and the error that ended the search. */
function* untilError(find: () => Iterable<string>): Generator<string> {
  try {
    yield* find();
  } catch (error) {
    yield `rows are unreadable: ${(error as Error).message}`;
  }
}

/** The damages that SQLite finds in the pages of a database. */
function structuralDamages(database: DatabaseSync): string[] {
  const rows = database.prepare(`PRAGMA quick_check(${MAX_STRUCTURAL_DAMAGES})`).all() as { quick_check: string }[];
  return rows.flatMap(({ quick_check: text }) => (text === "ok" ? [] : text.split("\n")));
}

interface Total {
  readonly count: number;
  readonly bytes: number;
  readonly sum: number;
}

const NONE: Total = { count: 0, bytes: 0, sum: 0 };

/** The name of each collection and index by its number, as the catalog has it. */
type Names = Map<number, string>;

/** Reads all rows and yields their damages: a wrong checksum, or a total that differs from the total stored with each commit. */
function* damagesOfContent(database: DatabaseSync): Generator<string> {
  const names: Names = new Map([[CATALOG, "the catalog"]]);
  const totals = new Map<number, Total>();
  yield* readCatalog(database, names, totals);
  yield* readRecords(database, names, totals);
  readEntries(database, totals);
  const dropped = droppedIds(database);
  for (const id of dropped) {
    if (names.has(id)) yield `${names.get(id)} is marked as dropped`;
    totals.delete(id);
  }
  yield* compareTotals(database, names, totals);
  for (const [id, at, checksum, bytes] of rowsOf<[string, number, number, Uint8Array]>(database, "SELECT id, at, c, v FROM sessions"))
    if (sessionChecksum(id, at, bytes) !== checksum) yield `the results of session ${id} have a wrong checksum`;
}

function* rowsOf<T>(database: DatabaseSync, sql: string): Generator<T> {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  yield* statement.iterate() as unknown as Iterable<T>;
}

function add(totals: Map<number, Total>, id: number, bytes: number, checksum: number): void {
  const total = totals.get(id) ?? NONE;
  totals.set(id, { count: total.count + 1, bytes: total.bytes + bytes, sum: (total.sum + checksum) >>> 0 });
}

function* readCatalog(database: DatabaseSync, names: Names, totals: Map<number, Total>): Generator<string> {
  for (const [id, checksum, bytes] of rowsOf<[number, number, Uint8Array]>(database, "SELECT id, c, v FROM collections")) {
    add(totals, CATALOG, bytes.length, checksum);
    names.set(id, `collection ${id}`);
    if (catalogChecksum(id, bytes) !== checksum) {
      yield `the description of collection ${id} has a wrong checksum`;
      continue;
    }
    const saved = decode(bytes) as { database: string; name: string; indexes: { id: number; specification: { name: string } }[] };
    names.set(id, `collection ${saved.database}.${saved.name}`);
    for (const index of saved.indexes) names.set(index.id, `index ${index.specification.name} of ${saved.database}.${saved.name}`);
  }
}

function* readRecords(database: DatabaseSync, names: Names, totals: Map<number, Total>): Generator<string> {
  for (const [row, checksum, bytes] of rowsOf<[number, number, Uint8Array]>(database, "SELECT id, c, v FROM records")) {
    const id = Math.floor(row / ROWS);
    add(totals, id, bytes.length, checksum);
    if (recordChecksum(row, bytes) !== checksum)
      yield `record ${row % ROWS} of ${names.get(id) ?? `collection ${id}`} has a wrong checksum`;
  }
}

function readEntries(database: DatabaseSync, totals: Map<number, Total>): void {
  for (const [index, key, record] of rowsOf<[number, Uint8Array, number]>(database, "SELECT i, k, id FROM entries"))
    add(totals, index, key.length, entryChecksum(key, record));
}

function droppedIds(database: DatabaseSync): Set<number> {
  return new Set([...rowsOf<[number]>(database, "SELECT id FROM dropping")].map(([id]) => id));
}

function* compareTotals(database: DatabaseSync, names: Names, totals: Map<number, Total>): Generator<string> {
  const stored = new Map<number, Total>();
  for (const [id, count, bytes, sum] of rowsOf<[number, number, number, number]>(database, "SELECT id, n, bytes, sum FROM counters"))
    stored.set(id, { count, bytes, sum });
  for (const id of new Set([...stored.keys(), ...totals.keys()])) {
    const wanted = stored.get(id) ?? NONE;
    const found = totals.get(id) ?? NONE;
    const name = names.get(id);
    // rows of something that was dropped meanwhile; a missing collection shows in the total of the catalog
    if (name === undefined) continue;
    if (wanted.count !== found.count) yield `${name} has ${found.count} rows instead of ${wanted.count}`;
    else if (wanted.bytes !== found.bytes || wanted.sum !== found.sum) yield `${name} has rows that were not written so`;
  }
}
