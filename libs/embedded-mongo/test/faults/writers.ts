import { setTimeout as pause } from "node:timers/promises";
import { mongo } from "mongoose";

const OUT_OF_DISK_SPACE = 14_031;
const ACCOUNTS = 100;
const BALANCE = 1000;
const WRITERS = 16;
const MOVERS = 2;

interface Entry {
  _id: number;
  writer: number;
  key: string;
}
interface Account {
  _id: number;
  balance: number;
}

/** The acknowledged writes: the number of entries of each writer, in the order of the writers' numbers, and the number of transfers. */
export interface Acknowledged {
  readonly entries: number[];
  transfers: number;
  /** The writes that were refused because the disk was full. */
  refused: number;
}

const databaseOf = (client: mongo.MongoClient): mongo.Db => client.db("bank");

/** Creates the accounts and indexes, once. */
export async function prepareBank(uri: string): Promise<Acknowledged> {
  const client = await new mongo.MongoClient(uri).connect();
  await databaseOf(client)
    .collection<Account>("accounts")
    .insertMany(
      Array.from({ length: ACCOUNTS }, (_, _id) => ({ _id, balance: BALANCE })),
      { writeConcern: { w: "majority" } },
    );
  await databaseOf(client).collection("entries").createIndex({ key: 1 }, { unique: true, name: "by_key" });
  await client.close();
  return { entries: Array.from({ length: WRITERS }, () => 0), transfers: 0, refused: 0 };
}

/** Writers that insert entries one by one, transactions that move money, and an index that comes and goes, until `stop` or an error. */
export interface Load {
  /** Resolves when no writer is active any more. */
  stop(): Promise<void>;
}

export async function startLoad(uri: string, acknowledged: Acknowledged, { goesOnWhenFull = false } = {}): Promise<Load> {
  const client = new mongo.MongoClient(uri, { retryWrites: false, serverSelectionTimeoutMS: 300, maxPoolSize: 40 });
  await client.connect();
  let isRunning = true;
  const repeat = async (step: () => Promise<void>): Promise<void> => {
    while (isRunning) {
      try {
        await step();
      } catch (error) {
        // otherwise the server is gone
        if (!goesOnWhenFull || !(error instanceof mongo.MongoServerError) || error.code !== OUT_OF_DISK_SPACE) return;
        acknowledged.refused++;
        await pause(5);
      }
    }
  };
  const bank = databaseOf(client);
  const entries = bank.collection<Entry>("entries");
  const work = [
    ...acknowledged.entries.map((_, writer) => repeat(() => insertNext(entries, writer, acknowledged))),
    ...Array.from({ length: MOVERS }, (_, mover) => repeat(() => transfer(client, mover, acknowledged))),
    repeat(async () => {
      await entries.createIndex({ writer: 1, _id: -1 }, { name: "by_writer" });
      await entries.dropIndex("by_writer");
    }),
  ];
  return {
    async stop() {
      isRunning = false;
      await Promise.all(work);
      await client.close(true);
    },
  };
}

async function insertNext(entries: mongo.Collection<Entry>, writer: number, acknowledged: Acknowledged): Promise<void> {
  const next = acknowledged.entries[writer] ?? 0;
  const _id = writer * 1_000_000 + next;
  // after a kill the entry may be there without an acknowledgement
  await entries.updateOne({ _id }, { $setOnInsert: { writer, key: `${writer}:${next}` } }, { upsert: true });
  acknowledged.entries[writer] = next + 1;
}

async function transfer(client: mongo.MongoClient, mover: number, acknowledged: Acknowledged): Promise<void> {
  const accounts = databaseOf(client).collection<Account>("accounts");
  const from = (acknowledged.transfers * 7 + mover) % ACCOUNTS;
  const to = (from + 13) % ACCOUNTS;
  await client.withSession((session) =>
    session.withTransaction(async () => {
      await accounts.updateOne({ _id: from }, { $inc: { balance: -1 } }, { session });
      await accounts.updateOne({ _id: to }, { $inc: { balance: 1 } }, { session });
      await databaseOf(client).collection("moves").insertOne({ from, to }, { session });
    }),
  );
  acknowledged.transfers++;
}

/** The faults in the data on a server: missing acknowledged entries or transfers, half transfers, duplicate keys. */
export async function auditBank(uri: string, acknowledged: Acknowledged, { whileWriting = false } = {}): Promise<string[]> {
  const client = await new mongo.MongoClient(uri).connect();
  try {
    const bank = databaseOf(client);
    const found: string[] = [];
    const entries = await bank.collection<Entry>("entries").find().toArray();
    const ids = new Set(entries.map(({ _id }) => _id));
    acknowledged.entries.forEach((count, writer) => {
      for (let number = 0; number < count; number++)
        if (!ids.has(writer * 1_000_000 + number)) found.push(`entry ${number} of writer ${writer} of ${count} is lost`);
    });
    if (whileWriting) return found;
    if (ids.size !== entries.length || new Set(entries.map(({ key }) => key)).size !== entries.length)
      found.push("an entry is there twice");
    for (const { name = "" } of await bank.collection("entries").indexes()) {
      const listed = await bank.collection("entries").find().hint(name).toArray();
      if (listed.length !== entries.length) found.push(`index ${name} has ${listed.length} of ${entries.length} entries`);
    }
    const accounts = await bank.collection<Account>("accounts").find().toArray();
    const balances = new Map(accounts.map(({ _id, balance }) => [_id, balance - BALANCE]));
    const moves = await bank.collection<{ _id: mongo.ObjectId; from: number; to: number }>("moves").find().toArray();
    for (const { from, to } of moves) {
      balances.set(from, (balances.get(from) ?? 0) + 1);
      balances.set(to, (balances.get(to) ?? 0) - 1);
    }
    for (const [account, difference] of balances)
      if (difference) found.push(`account ${account} differs from its transfers by ${difference}`);
    if (moves.length < acknowledged.transfers) found.push(`${acknowledged.transfers - moves.length} transfers are lost`);
    return found;
  } finally {
    await client.close();
  }
}
