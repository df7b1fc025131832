import mongoose from "mongoose";
import type { Collection, CollectionDefinition, UpdateOutcome } from "#libs/platform/mongo/collection.ts";
import type { Database } from "#libs/platform/mongo/database.ts";
import { beginCallbacks, runCallbacks, type Transaction, type Tx } from "#libs/platform/mongo/transaction.ts";
import { aggregated } from "./aggregation.ts";
import { type Doc, equalities, isEqual, NotSimulated, sorted, updated } from "./documents.ts";
import { layoutOf, type Store, type TableLayout, type Txn } from "./store.ts";
import type { World } from "./world.ts";

const { MongoError, MongoNetworkError } = mongoose.mongo;

/** The port of one collection with documents of any type. */
export type AnyCollection = Collection<Doc>;

/** A planted bug's change of a port. */
export interface Planted {
  readonly layout?: (layout: TableLayout) => TableLayout;
  readonly collection?: (port: AnyCollection) => AnyCollection;
}

/** The world and stores of the running schedule. The ports outlive a schedule, because they are expensive to create. */
export interface Stage {
  world: World;
  stores: Map<string, Store>;
}

export interface DatabaseOptions {
  readonly stage: Stage;
  readonly replica: number;
  readonly name: string;
  readonly planted: Planted;
}

const MAX_ATTEMPTS = 30;

/** The database of a service on a replica, backed by the store of the running schedule. */
export function simulatedDatabase(options: DatabaseOptions): Database {
  const known = new Map<string, AnyCollection>();
  const storeOf = () => options.stage.stores.get(options.name) as Store;
  const open = (definition: CollectionDefinition<never>) => {
    const layout = layoutOf(definition.name, definition.schema as never);
    const port = collectionPort(options, storeOf, options.planted.layout?.(layout) ?? layout);
    return options.planted.collection?.(port) ?? port;
  };
  const transaction = transactionsOf(options, storeOf);
  return {
    collection(definition) {
      let port = known.get(definition.name);
      if (!port) {
        port = open(definition as never);
        known.set(definition.name, port);
      }
      return port as never;
    },
    inTurn: (_, work) => work(),
    transaction,
    transactionWithin: () => transaction,
    createIndexes: async () => undefined,
    flushFiles: async () => true,
    close: async () => undefined,
    get connection(): never {
      throw new Error("the simulated database has no connection");
    },
  };
}

const txnOf = (tx: unknown): Txn | null => (tx as Txn | null | undefined) ?? null;

function transactionsOf({ stage, replica }: DatabaseOptions, storeOf: () => Store): Transaction {
  const attempt = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const { world } = stage;
    const store = storeOf();
    const txn = store.begin();
    openOn(stage, replica).add(txn);
    const tx = txn as unknown as Tx;
    beginCallbacks(tx);
    try {
      const result = await work(tx);
      await commit(world, store, txn, replica);
      runCallbacks(tx);
      return result;
    } finally {
      store.abort(txn);
      openOn(stage, replica).delete(txn);
    }
  };
  return async (work) => {
    for (let count = 1; ; count += 1) {
      try {
        return await attempt(work);
      } catch (error) {
        if (!(error instanceof MongoError) || !error.hasErrorLabel("TransientTransactionError") || count >= MAX_ATTEMPTS) throw error;
      }
    }
  };
}

/** The open transactions of each process; the server aborts them when the process dies. */
const openTransactions = new WeakMap<World, [Set<Txn>, Set<Txn>]>();
export function openOn({ world }: Stage, replica: number): Set<Txn> {
  const sets = openTransactions.get(world) ?? [new Set<Txn>(), new Set<Txn>()];
  openTransactions.set(world, sets);
  return sets[replica] as Set<Txn>;
}

/** When the answer of a commit is lost, the commit is retried, or the caller does not learn its outcome. */
async function commit(world: World, store: Store, txn: Txn, replica: number): Promise<void> {
  const answer = await world.call(
    replica,
    "commit",
    () => {
      if (!world.strikes("commit unknown")) {
        store.commit(txn);
        return "committed";
      }
      const outcome = world.random.below(3);
      if (outcome < 2) store.commit(txn);
      return outcome === 0 ? "asked again" : "unknown";
    },
    txn,
  );
  if (answer === "asked again") await world.call(replica, "commit again", () => undefined, txn, false);
  if (answer === "unknown") throw new MongoNetworkError("the connection broke during the commit");
}

function collectionPort({ stage, replica }: DatabaseOptions, storeOf: () => Store, layout: TableLayout): AnyCollection {
  const { name } = layout;
  const ask = <T>(operation: string, tx: unknown, writes: boolean, run: (store: Store, txn: Txn | null) => T): Promise<T> => {
    const txn = txnOf(tx);
    const { world } = stage;
    return world.call(
      replica,
      `${name}.${operation}${txn ? " in a transaction" : ""}`,
      () => {
        const store = storeOf();
        if (writes && txn) world.maybeConflict(store, txn);
        return run(store, txn);
      },
      txn,
      writes,
    );
  };
  const table = tableOf(layout);
  return {
    name,
    find: (filter, { tx, sort, skip = 0, limit } = {}) =>
      ask("find", tx, false, (store, txn) => {
        const found = sorted(store.select(name, filter, txn), sort);
        return (skip > 0 || limit ? found.slice(skip, limit ? skip + limit : undefined) : found) as never;
      }),
    findOne: (filter, { tx, sort } = {}) =>
      ask("findOne", tx, false, (store, txn) => (sorted(store.select(name, filter, txn), sort)[0] ?? null) as never),
    async *scan(filter, { tx, sort } = {}) {
      yield* await ask("scan", tx, false, (store, txn) => sorted(store.select(name, filter, txn), sort) as never[]);
    },
    count: (filter, { tx, limit } = {}) => ask("count", tx, false, (store, txn) => store.select(name, filter, txn, limit).length),
    aggregate: (pipeline, { tx } = {}) =>
      ask("aggregate", tx, false, (store, txn) => {
        const select = (collection: string, filter: object) => store.select(collection, filter, txn);
        return aggregated(select, name, pipeline as never) as never[];
      }),
    insert: (given, { tx } = {}) =>
      ask("insert", tx, true, (store, txn) => {
        for (const doc of Array.isArray(given) ? given : [given]) store.insert(layout, table.withDefaults(doc as Doc), txn);
      }),
    updateOne: (filter, update, { tx, upsert } = {}) =>
      ask("updateOne", tx, true, (store, txn) => table.update(store, txn, { filter, update, upsert, limit: 1 }).outcome),
    updateMany: (filter, update, { tx, upsert } = {}) =>
      ask("updateMany", tx, true, (store, txn) => table.update(store, txn, { filter, update, upsert }).outcome),
    findOneAndUpdate: (filter, update, { tx, upsert, sort, returnDocument = "before" } = {}) =>
      ask(
        "findOneAndUpdate",
        tx,
        true,
        (store, txn) => table.update(store, txn, { filter, update, upsert, sort, limit: 1 })[returnDocument] as never,
      ),
    findOneAndDelete: (filter, { tx, sort } = {}) =>
      ask("findOneAndDelete", tx, true, (store, txn) => (table.remove(store, txn, { filter, sort, limit: 1 })[0] ?? null) as never),
    deleteOne: (filter, { tx } = {}) =>
      ask("deleteOne", tx, true, (store, txn) => ({ deletedCount: table.remove(store, txn, { filter, limit: 1 }).length })),
    deleteMany: (filter, { tx } = {}) =>
      ask("deleteMany", tx, true, (store, txn) => ({ deletedCount: table.remove(store, txn, { filter }).length })),
    bulkWrite: (operations, { tx } = {}) =>
      ask("bulkWrite", tx, true, (store, txn) => {
        const outcomes = operations.map((operation) => {
          if (!("updateOne" in operation)) throw new NotSimulated("bulk but of updates");
          const { filter, update, upsert } = operation.updateOne;
          return table.update(store, txn, { filter, update, upsert, limit: 1 });
        });
        const sum = (count: keyof UpdateOutcome) => outcomes.reduce((total, { outcome }) => total + outcome[count], 0);
        const updates = { matchedCount: sum("matchedCount"), modifiedCount: sum("modifiedCount"), upsertedCount: sum("upsertedCount") };
        const upserted = outcomes.flatMap(({ outcome, after }, index) => (outcome.upsertedCount === 1 ? [[index, after?._id]] : []));
        return { insertedCount: 0, deletedCount: 0, ...updates, upsertedIds: Object.fromEntries(upserted) };
      }),
  };
}

interface Selection {
  readonly filter: object;
  readonly sort?: Readonly<Record<string, 1 | -1>> | undefined;
  readonly limit?: number;
}
interface Updating extends Selection {
  readonly update: object;
  readonly upsert?: boolean | undefined;
}

function tableOf(layout: TableLayout) {
  const withDefaults = (doc: Doc): Doc => {
    const filled: Record<string, unknown> = { ...doc };
    for (const [path, value] of layout.defaults) if (!path.includes(".") && filled[path] === undefined) filled[path] = value;
    return filled;
  };
  const chosen = (store: Store, txn: Txn | null, { filter, sort, limit }: Selection) =>
    sorted(store.select(layout.name, filter, txn, sort ? undefined : limit), sort).slice(0, limit);
  return {
    withDefaults,
    update(store: Store, txn: Txn | null, updating: Updating) {
      if (Array.isArray(updating.update)) throw new NotSimulated("update pipelines");
      const found = chosen(store, txn, updating);
      const after: Doc[] = [];
      let modifiedCount = 0;
      for (const doc of found) {
        const changed = updated(doc, updating.update, false);
        after.push(changed);
        if (isSame(doc, changed)) continue;
        modifiedCount += 1;
        store.put(layout, String(doc._id), changed, txn);
      }
      if (found.length === 0 && updating.upsert) {
        const doc = withDefaults(updated(equalities(updating.filter), updating.update, true));
        store.insert(layout, doc, txn);
        return { before: null, after: doc, outcome: { matchedCount: 0, modifiedCount: 0, upsertedCount: 1 } };
      }
      const outcome = { matchedCount: found.length, modifiedCount, upsertedCount: 0 };
      return { before: found[0] ?? null, after: after[0] ?? null, outcome };
    },
    remove(store: Store, txn: Txn | null, selection: Selection): Doc[] {
      const found = chosen(store, txn, selection);
      for (const doc of found) store.put(layout, String(doc._id), null, txn);
      return found;
    },
  };
}

/** Whether an update left the document unchanged. */
function isSame(before: Doc, after: Doc): boolean {
  const keys = Object.keys(before);
  return keys.length === Object.keys(after).length && keys.every((key) => key in after && isEqual(before[key], after[key]));
}
