import type { FaultPoints } from "#libs/platform/faults/fault-points.ts";
import type { BulkOperation, Collection, CollectionDefinition, Collections, Filter } from "./collection.ts";
import { changesOf } from "./document-changes.ts";
import { isDuplicateKey, refusedIndexOf } from "./duplicate-key.ts";
import { afterCommit, type Tx, writeConflict } from "./transaction.ts";

interface Identified {
  readonly _id: string;
}

/** A kind of documents: the way to find and identify them in a working set. */
export interface DocumentKind<T = unknown> {
  readonly definition: CollectionDefinition<never>;
  /** Finds the documents of some keys with one query. It may find others, too. */
  readonly filterOf: (values: readonly string[]) => object;
  /** The name of a document in the set, which is that of its key. */
  readonly nameOf: (document: never) => string;
  /** Fields that must be as they were read whenever the document is written, because rules decide by them. */
  readonly decisive: readonly string[];
  /** Carries the type only. */
  readonly document?: T;
}

/** Names a document that may exist. */
export interface Key<T = unknown> {
  readonly kind: DocumentKind<T>;
  readonly name: string;
  /** The value by which `filterOf` of its kind finds it. */
  readonly value: string;
}

/**
 * A kind of documents.
 * @param filterOf finds the documents of some keys.
 * @param nameOf identifies each of them.
 * @param decisive fields that rules decide by, although they may not change them.
 */
export function documentKind<T>(
  definition: CollectionDefinition<T>,
  filterOf: (values: readonly string[]) => Filter<T>,
  nameOf: (document: T) => string,
  decisive: readonly (keyof T & string)[] = [],
): DocumentKind<T> {
  return { definition: definition as never, filterOf: filterOf as never, nameOf, decisive };
}

/** Keys of documents that one field identifies. */
export function keysBy<T>(definition: CollectionDefinition<T>, field: keyof T & string): (value: string) => Key<T> {
  const filterOf = (values: readonly string[]) => ({ [field]: { $in: [...values] } }) as Filter<T>;
  const kind = documentKind(definition, filterOf, (document) => String(document[field]));
  return (value) => ({ kind, name: value, value });
}

/** The documents of a batch as they were read. */
export interface LoadedSet {
  /** The document; null: there is none; undefined: it was not loaded yet. */
  find<T>(key: Key<T>): T | null | undefined;
}

/**
 * The documents of a transaction in memory. Rules read and change them one member at a time. The changes are written together, each only if
 * its fields, and the decisive ones, still are as they were read.
 */
export interface WorkingSet extends LoadedSet {
  readonly tx: Tx;
  /** Reads documents from the database, with one query for each kind. */
  load(keys: readonly Key[]): Promise<void>;
  /** The document, or null. Throws when it was not loaded. */
  get<T>(key: Key<T>): T | null;
  /** Replaces a document, or adds the one that does not exist. Fields that are undefined are removed. */
  put<T extends Identified>(key: Key<T>, document: T): void;
  /** Adds a document. With a key, the other members of the batch find it. */
  insert<T extends Identified>(definition: CollectionDefinition<T>, document: T, key?: Key<T>): void;
  /** Writes to a document that is not in the set. */
  write<T>(definition: CollectionDefinition<T>, operation: BulkOperation<T>): void;
  /** Calls back after the commit. */
  afterCommit(callback: () => void): void;
  /** Hits a fault point before anything is written. */
  hit(point: string): void;
}

/** A unique index has refused a document. */
export class InsertRefused extends Error {
  /** Index of the member that inserted it. */
  readonly member: number;

  /** @param cause the error of the database */
  constructor(member: number, cause: unknown) {
    super("a unique index refused a document", { cause });
    this.name = "InsertRefused";
    this.member = member;
  }
}

interface Entry {
  readonly key: Key;
  readonly before: Identified | null;
  now: Identified | null;
  /** Added by `insert`, which writes it. */
  readonly inserted: boolean;
}

interface Insertion {
  readonly definition: CollectionDefinition<never>;
  readonly document: object;
  readonly member: number;
}

interface BlindWrite {
  readonly definition: CollectionDefinition<never>;
  readonly operation: object;
}

/** A working set in a transaction, with the operations of its owner. */
export interface OwnedSet extends WorkingSet {
  /** Runs the work of one member. When it throws, its changes in the set are undone. */
  attempt<R>(member: number, work: () => R): R;
  /** Writes all changes. Rejects with {@link InsertRefused}, or with a write conflict, after which the transaction must run again. */
  flush(faults: FaultPoints): Promise<void>;
}

export type OpenWorkingSet = (database: Collections, tx: Tx) => OwnedSet;

let open = newWorkingSet;

export function openWorkingSet(database: Collections, tx: Tx): OwnedSet {
  return open(database, tx);
}

/** Lets a simulation plant a mistake; null: none. @internal for tests */
export function useWorkingSets(replace: ((open: OpenWorkingSet) => OpenWorkingSet) | null): void {
  open = replace ? replace(newWorkingSet) : newWorkingSet;
}

function newWorkingSet(database: Collections, tx: Tx): OwnedSet {
  const entries = new Map<string, Entry>();
  const [insertions, writes, callbacks, points]: [Insertion[], BlindWrite[], (() => void)[], string[]] = [[], [], [], []];
  let undo: (() => void)[] = [];
  let running = 0;

  const entryOf = (key: Key): Entry => {
    const entry = entries.get(idOf(key));
    if (!entry) throw new Error(`${key.kind.definition.name} ${key.name} was not loaded`);
    return entry;
  };
  const push = <T>(list: T[], item: T) => {
    list.push(item);
    undo.push(() => void list.pop());
  };

  return {
    tx,
    find: <T>(key: Key<T>) => entries.get(idOf(key))?.now as T | null | undefined,
    get: <T>(key: Key<T>) => entryOf(key).now as T | null,

    async load(keys) {
      const missing = keys.filter((key) => !entries.has(idOf(key)));
      for (const [kind, own] of Map.groupBy(missing, ({ kind }) => kind)) await read(database, tx, entries, kind, own);
    },

    put(key, document) {
      const entry = entryOf(key);
      if (entry.inserted) throw new Error(`${key.kind.definition.name} ${key.name} was inserted in this batch`);
      const earlier = entry.now;
      entry.now = document;
      undo.push(() => {
        entry.now = earlier;
      });
    },

    insert(definition, document, key) {
      push(insertions, { definition: definition as never, document, member: running });
      if (!key) return;
      const earlier = entries.get(idOf(key));
      entries.set(idOf(key), { key, before: null, now: document, inserted: true });
      undo.push(() => {
        if (earlier) entries.set(idOf(key), earlier);
        else entries.delete(idOf(key));
      });
    },

    write: (definition, operation) => push(writes, { definition: definition as never, operation }),
    afterCommit: (callback) => push(callbacks, callback),
    hit: (point) => push(points, point),

    attempt(member, work) {
      undo = [];
      running = member;
      try {
        return work();
      } catch (error) {
        for (const step of undo.toReversed()) step();
        throw error;
      }
    },

    flush: (faults) => writeChanges(database, tx, { entries, insertions, writes, callbacks, points }, faults),
  };
}

/** The writes of a transaction. */
interface Changes {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly insertions: readonly Insertion[];
  readonly writes: readonly BlindWrite[];
  readonly callbacks: readonly (() => void)[];
  readonly points: readonly string[];
}

async function writeChanges(database: Collections, tx: Tx, changes: Changes, faults: FaultPoints): Promise<void> {
  const { entries, insertions, writes, callbacks, points } = changes;
  for (const point of new Set(points)) await faults.hit(point);
  const changed = [...entries.values()].filter(({ before, now, inserted }) => now !== before && !inserted);
  for (const [kind, own] of Map.groupBy(changed, ({ key }) => key.kind)) {
    await faults.hit("working-set.write");
    await replace(database.collection<never>(kind.definition), tx, own);
  }
  for (const [definition, own] of Map.groupBy(writes, (each) => each.definition)) {
    await faults.hit("working-set.write");
    const operations = own.map(({ operation }) => operation as never);
    await database.collection<never>(definition).bulkWrite(operations, { tx, trusted: true });
  }
  for (const [definition, own] of Map.groupBy(insertions, (each) => each.definition)) {
    await faults.hit("working-set.write");
    await insertAll(database.collection<never>(definition), tx, own);
  }
  for (const callback of callbacks) afterCommit(tx, callback);
}

const idOf = ({ kind, name }: Key): string => `${kind.definition.name} ${name}`;

async function read(database: Collections, tx: Tx, entries: Map<string, Entry>, kind: DocumentKind, keys: readonly Key[]) {
  const values = [...new Set(keys.map(({ value }) => value))];
  const found = await database.collection<never>(kind.definition).find<Identified>(kind.filterOf(values), { tx });
  const byName = new Map(found.map((document) => [kind.nameOf(document as never), document]));
  for (const key of keys) {
    const before = byName.get(key.name) ?? null;
    entries.set(idOf(key), { key, before, now: before, inserted: false });
  }
}

/** Writes the present states of documents. The fields that change, and the decisive ones, must still be as they were read. */
async function replace(collection: Collection<never>, tx: Tx, changed: readonly Entry[]): Promise<void> {
  const operations = changed.flatMap(({ key, before, now }): object[] => {
    const { _id, ...fields } = now as Identified;
    if (!before) return [{ updateOne: { filter: { _id }, update: { $setOnInsert: fields }, upsert: true } }];
    const { guard, update } = changesOf(before, now as Identified);
    // A rule may put a document that is as it was: the database refuses an update without an operator.
    if (Object.keys(update).length === 0) return [];
    const decisive = key.kind.decisive.map((field) => [field, (before as unknown as Record<string, unknown>)[field]]);
    return [{ updateOne: { filter: { _id, ...Object.fromEntries(decisive), ...guard }, update } }];
  });
  if (operations.length === 0) return;
  const added = changed.filter(({ before }) => before === null).length;
  try {
    const outcome = await collection.bulkWrite(operations as never, { tx, trusted: true });
    if (outcome.upsertedCount === added && outcome.matchedCount === operations.length - added) return;
  } catch (error) {
    // Another transaction has added the same document meanwhile.
    if (!isDuplicateKey(error)) throw error;
  }
  throw writeConflict();
}

async function insertAll(collection: Collection<never>, tx: Tx, insertions: readonly Insertion[]): Promise<void> {
  const documents = insertions.map(({ document }) => document as never);
  try {
    await collection.insert(documents, { tx, trusted: true });
  } catch (error) {
    const index = isDuplicateKey(error) ? (refusedIndexOf(error) ?? 0) : null;
    if (index === null) throw error;
    throw new InsertRefused(insertions[index]?.member ?? 0, error);
  }
}
