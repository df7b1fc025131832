import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { applyWrite, keysByIndex } from "../engine/apply-write.ts";
import { createCollection } from "../engine/catalog.ts";
import type { SavedCollection } from "../engine/catalog-rows.ts";
import { addIndex } from "../engine/index-catalog.ts";
import type { Collection, Engine } from "../engine/model.ts";
import { DIRECTORY_MODE, dataFile, lockDataDirectory } from "../store/data-directory.ts";
import { Store } from "../store/store.ts";
import { StoredRecord } from "../store/stored-record.ts";
import { hasLog, openCopyWithLog, openWithoutLog, type ReadableDatabase } from "./readable-database.ts";
import { droppedCollections, readableCollections, readableCounts, readableRecords, readableSessions } from "./readable-rows.ts";

export interface Salvage {
  readonly directory: string;
  /** A new or empty directory. */
  readonly target: string;
  openEngine(store: Store): Engine;
}

/** What became of a collection. */
export interface Salvaged {
  readonly namespace: string;
  kept: number;
  /** How many documents it had; null if that is unknown. */
  readonly had: number | null;
  /** The numbers of the records that are known to have been there. */
  readonly lost: number[];
}

const RECORDS_PER_BATCH = 500;

/** Writes what is readable of a damaged data directory to a new one, and leaves the damaged one as it is. Throws DirectoryInUse. */
export async function salvageDirectory(salvage: Salvage): Promise<Salvaged[]> {
  const { directory, target } = salvage;
  if (existsSync(target) && readdirSync(target).length) throw new Error(`embedded-mongo: ${target} is not empty`);
  mkdirSync(target, { recursive: true, mode: DIRECTORY_MODE });
  const lock = lockDataDirectory(directory);
  const work = mkdtempSync(path.join(target, "reading-"));
  try {
    return await copyToStore(salvage, mostIntact(dataFile(directory), work));
  } finally {
    rmSync(work, { recursive: true });
    lock.close();
  }
}

async function copyToStore({ target, openEngine }: Salvage, source: ReadableDatabase): Promise<Salvaged[]> {
  const store = new Store({ file: dataFile(target), fsync: false, onFailure: () => undefined });
  try {
    return await copyReadable(source, openEngine(store));
  } finally {
    await store.close();
    source.database.close();
  }
}

/** The database with what is readable of its log or without it. Part of a log may be older than the database, and then they do not fit. */
function mostIntact(file: string, work: string): ReadableDatabase {
  const opened: ReadableDatabase[] = [];
  const errors: string[] = [];
  for (const open of hasLog(file) ? [() => openCopyWithLog(file, work), () => openWithoutLog(file)] : [() => openWithoutLog(file)]) {
    try {
      opened.push(open());
    } catch (error) {
      errors.push((error as Error).message);
    }
  }
  const [best, ...others] = opened.sort((left, right) => left.damages.length - right.damages.length);
  for (const { database } of others) database.close();
  if (!best) throw new Error(`embedded-mongo: nothing in ${file} is readable: ${errors.join("; ")}`);
  return best;
}

async function copyReadable({ database }: ReadableDatabase, engine: Engine): Promise<Salvaged[]> {
  const saved = readableCollections(database);
  const counts = readableCounts(database);
  const dropped = droppedCollections(database);
  const results = new Map<number, [Collection, Salvaged]>();
  const resultOf = (id: number): [Collection, Salvaged] => {
    const known = results.get(id);
    if (known) return known;
    const collection = createLike(engine, id, saved.get(id));
    const created: [Collection, Salvaged] = [
      collection,
      { namespace: collection.namespace, kept: 0, had: counts.get(id) ?? null, lost: [] },
    ];
    results.set(id, created);
    return created;
  };
  for (const id of saved.keys()) resultOf(id);
  let copied = 0;
  for (const { collection: id, record, bytes } of readableRecords(database, saved)) {
    if (dropped.has(id)) continue;
    const [collection, result] = resultOf(id);
    if (bytes && insert(collection, bytes)) result.kept++;
    else result.lost.push(record);
    if (++copied % RECORDS_PER_BATCH === 0) await nextTurn();
  }
  for (const session of readableSessions(database)) engine.store.run("putSession", ...session);
  await engine.store.settled(true);
  return [...results.values()].map(([, result]) => result);
}

/** A collection with the options and indexes of another, or one with a name of its own if those are unreadable. */
function createLike(engine: Engine, id: number, saved: SavedCollection | undefined): Collection {
  if (!saved) return createCollection(engine, "salvaged", `collection_${id}`);
  const collection = createCollection(engine, saved.database, saved.name, saved.options);
  for (const { specification } of saved.indexes) addIndex(collection, specification);
  return collection;
}

/** Inserts a document; false if another one has one of its unique keys. */
function insert(collection: Collection, bytes: Uint8Array): boolean {
  const after = new StoredRecord(Buffer.from(bytes));
  const keys = keysByIndex(collection, after.document);
  for (const [index, wanted] of keys) if (index.unique && wanted.some((key) => index.entries.holder(key) !== undefined)) return false;
  applyWrite(collection, { recordId: collection.records.nextId(), before: null, after, keys }, ++collection.engine.clock);
  return true;
}
