import mongoose, { type mongo } from "mongoose";
import { digestOf, sameDigest } from "./collection-digest.ts";
import { copyCollection } from "./copy-collection.ts";
import { MoveRefused } from "./move-refused.ts";
import { beginMove, namespaceOf, type SourceCollection } from "./move-state.ts";

export interface Move {
  readonly from: string;
  /** A replica set that has none of the databases. */
  readonly to: string;
  /** Database of the target that stores the progress of the move; dropped at the end. */
  readonly stateDatabase: string;
  /** Receives a line about each step. */
  readonly report: (line: string) => void;
  /** Checks the content of the target; throws when it is wrong. */
  readonly verify: () => Promise<void>;
}

export interface Moved {
  readonly collections: number;
  readonly documents: number;
}

/**
 * Copies all databases of a server without writers, compares the copies with the source, then builds the indexes. After an interruption, a
 * second run continues. The source is only read. Throws `MoveRefused` when the move is not allowed or not possible.
 */
export async function moveDatabases({ from, to, stateDatabase, report, verify }: Move): Promise<Moved> {
  const source = new mongoose.mongo.MongoClient(from);
  const target = new mongoose.mongo.MongoClient(to, { serverSelectionTimeoutMS: 5_000, writeConcern: { w: "majority" } });
  try {
    await refuseStandalone(target);
    const collections = await collectionsOf(source);
    const state = await beginMove(target, stateDatabase, collections);
    if (!state.compared) {
      for (const collection of collections) await moveCollection(collection, source, target, report);
      await state.setCompared();
    }
    // After the comparison: unique indexes would slow the copy down, and TTL indexes would delete documents during it.
    for (const { database, name } of collections)
      await buildIndexes(source.db(database).collection(name), target.db(database).collection(name));
    report("indexes built");
    await verify();
    await state.remove();
    return { collections: collections.length, documents: collections.reduce((sum, { digest }) => sum + digest.count, 0) };
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

async function refuseStandalone(target: mongo.MongoClient): Promise<void> {
  const hello = await target
    .db("admin")
    .command({ hello: 1 })
    .catch((error: Error) => {
      throw new MoveRefused(`the target does not answer: ${error.message}`);
    });
  if (!hello.setName) throw new MoveRefused("the target is not a replica set: the services need transactions");
}

const OF_THE_SERVER = new Set(["admin", "config", "local"]);

async function collectionsOf(source: mongo.MongoClient): Promise<SourceCollection[]> {
  const { databases } = await source.db("admin").admin().listDatabases({ nameOnly: true });
  const found: SourceCollection[] = [];
  for (const { name: database } of databases.filter(({ name }) => !OF_THE_SERVER.has(name)))
    for (const { name } of await source.db(database).listCollections({}, { nameOnly: true }).toArray())
      found.push({ database, name, digest: await digestOf(source.db(database).collection(name)) });
  return found;
}

async function moveCollection(
  collection: SourceCollection,
  source: mongo.MongoClient,
  target: mongo.MongoClient,
  report: Move["report"],
): Promise<void> {
  const { database, name, digest } = collection;
  const rows = target.db(database).collection(name);
  if (!sameDigest(await digestOf(rows), digest)) await copyCollection(source.db(database).collection(name), rows);
  const arrived = await digestOf(rows);
  if (!sameDigest(arrived, digest))
    throw new MoveRefused(`${namespaceOf(collection)} differs: ${digest.count} documents in the source, ${arrived.count} in the target`);
  report(`${namespaceOf(collection)}: ${digest.count} documents`);
}

async function buildIndexes(source: mongo.Collection, target: mongo.Collection): Promise<void> {
  const indexes = (await source.indexes()).filter(({ name }) => name !== "_id_").map(({ v: _version, ...index }) => index);
  if (indexes.length > 0) await target.createIndexes(indexes as mongo.IndexDescription[]);
}
