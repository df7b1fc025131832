import type { mongo } from "mongoose";
import { type Digest, sameDigest } from "./collection-digest.ts";
import { MoveRefused } from "./move-refused.ts";

/** A collection of the source, with the digest that the copy must have. */
export interface SourceCollection {
  readonly database: string;
  readonly name: string;
  readonly digest: Digest;
}

interface StoredState {
  readonly _id: "move";
  /** Of the source when the move began, by `database.collection`. */
  readonly digests: { readonly namespace: string; readonly digest: Digest }[];
  /** Whether every collection was compared: from then on the target may delete expired documents. */
  readonly compared: boolean;
}

/** The progress of a move, as the target stores it. */
export interface MoveState {
  readonly compared: boolean;
  setCompared(): Promise<void>;
  /** Deletes the progress of the finished move. */
  remove(): Promise<void>;
}

export const namespaceOf = ({ database, name }: Pick<SourceCollection, "database" | "name">): string => `${database}.${name}`;

/**
 * Begins a move, or continues an interrupted one. Refuses a target with documents or collections of another origin, and a source that has
 * changed since the move began.
 */
export async function beginMove(target: mongo.MongoClient, database: string, source: readonly SourceCollection[]): Promise<MoveState> {
  const states = target.db(database).collection<StoredState>("state");
  const known = await states.findOne({ _id: "move" });
  if (known) refuseChanged(known, source);
  else {
    await refuseUsed(target, new Set(source.map((collection) => collection.database)));
    const digests = source.map((collection) => ({ namespace: namespaceOf(collection), digest: collection.digest }));
    await states.insertOne({ _id: "move", digests, compared: false });
  }
  return {
    compared: known?.compared ?? false,
    setCompared: async () => void (await states.updateOne({ _id: "move" }, { $set: { compared: true } })),
    remove: async () => void (await target.db(database).dropDatabase()),
  };
}

async function refuseUsed(target: mongo.MongoClient, databases: ReadonlySet<string>): Promise<void> {
  const { databases: existing } = await target.db("admin").admin().listDatabases({ nameOnly: true });
  const used = existing.map(({ name }) => name).filter((name) => databases.has(name));
  if (used.length > 0) throw new MoveRefused(`the target is not empty: it has ${used.sort().join(", ")}`);
}

function refuseChanged({ digests }: StoredState, source: readonly SourceCollection[]): void {
  const before = new Map(digests.map(({ namespace, digest }) => [namespace, digest]));
  const changed = source.filter((collection) => !sameDigest(before.get(namespaceOf(collection)), collection.digest)).map(namespaceOf);
  if (changed.length === 0 && before.size === source.length) return;
  throw new MoveRefused(
    `the source has changed since the move began (${changed.join(", ") || "a collection is gone"}): drop the databases of the target, then start again`,
  );
}
