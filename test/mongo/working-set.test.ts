import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import mongoose, { type Connection, Schema } from "mongoose";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { FaultPoints } from "#libs/platform/faults/fault-points.ts";
import { batchedTransaction, inTransactionOf } from "#libs/platform/mongo/batched-transaction.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
import { type Database, databaseOf } from "#libs/platform/mongo/database.ts";
import { changesOf } from "#libs/platform/mongo/document-changes.ts";
import { keysBy, openWorkingSet, type WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { type Random, seededRandom } from "../support/random.ts";
import { dropAndClose, freshDatabase } from "./database-fixture.ts";

const BATCHES = 200;
const MEMBERS = 4;
const OWNERS = ["ann", "ben", "cy", "dee"];

/** An account with money. */
interface Book {
  readonly _id: string;
  readonly owner: string;
  readonly balance: bigint;
  readonly sequence: number;
}

/** A completed transfer; each reference occurs at most once. */
interface Word {
  readonly _id: string;
  readonly reference: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

const books: CollectionDefinition<Book> = {
  name: "books",
  schema: new Schema<Book>({ _id: String, owner: String, balance: BigInt, sequence: Number }, { versionKey: false }).index(
    { owner: 1 },
    { unique: true },
  ),
};
const words: CollectionDefinition<Word> = {
  name: "words",
  schema: new Schema<Word>({ _id: String, reference: String, from: String, to: String, amount: BigInt }, { versionKey: false }).index(
    { reference: 1 },
    { unique: true },
  ),
};

const bookOf = keysBy(books, "owner");

interface Transfer {
  readonly reference: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

/** Takes the money before it checks the balance, so that a refusal must undo it. */
function transferOne(set: WorkingSet, { reference, from, to, amount }: Transfer): bigint {
  const [payer, payee] = [set.get(bookOf(from)), set.get(bookOf(to))];
  if (!payer) throw new AppError("error.not_found");
  set.put(bookOf(from), { ...payer, balance: payer.balance - amount, sequence: payer.sequence + 1 });
  const opened = payee ?? { _id: uuid(), owner: to, balance: 0n, sequence: 0 };
  set.put(bookOf(to), { ...opened, balance: opened.balance + amount, sequence: opened.sequence + 1 });
  set.insert(words, { _id: uuid(), reference, from, to, amount });
  if (payer.balance < amount) throw new AppError("error.conflict");
  return payer.balance - amount;
}

describe("a working set", () => {
  let connection: Connection;
  let database: Database;
  let othersWritten: Promise<unknown> = Promise.resolve();
  /** The work to run at a fault point. */
  let atPoint: (point: string) => Promise<void> = async () => undefined;
  const faults: FaultPoints = { hit: (point) => atPoint(point) };

  beforeAll(async () => {
    connection = freshDatabase();
    database = databaseOf(connection);
    for (const definition of [books, words]) database.collection<never>(definition as never);
    await database.createIndexes();
  });
  afterAll(() => dropAndClose(connection));

  const reset = async (balance: bigint) => {
    atPoint = async () => undefined;
    await Promise.all(["books", "words"].map((name) => connection.collection(name).deleteMany({})));
    const opened = OWNERS.slice(1).map((owner) => ({ _id: uuid(), owner, balance, sequence: 0 }));
    await database.collection(books).insert(opened);
  };
  const transfer = () =>
    batchedTransaction<Transfer, bigint>({ database, faults }, "test.transfer", {
      needs: ({ from, to }) => [bookOf(from), bookOf(to)],
      apply: transferOne,
    });
  const stored = async () => {
    const accounts = await database.collection(books).find({});
    const made = await database.collection(words).find({});
    return { accounts: new Map(accounts.map((account) => [account.owner, account])), made };
  };

  it("HSE-02 the changes of a refused member are undone; the others commit in one transaction", async () => {
    await reset(10n);
    let commits = 0;
    atPoint = async (point) => {
      if (point === "test.transfer.commit") commits += 1;
    };
    const add = transfer();
    const outcomes = await Promise.allSettled([
      add({ reference: "1", from: "ben", to: "ann", amount: 4n }),
      add({ reference: "2", from: "ben", to: "cy", amount: 7n }),
      add({ reference: "3", from: "zoe", to: "cy", amount: 1n }),
      add({ reference: "4", from: "ann", to: "cy", amount: 3n }),
    ]);
    expect(outcomes).toMatchObject([
      { value: 6n },
      { reason: { key: "error.conflict" } },
      { reason: { key: "error.not_found" } },
      { value: 1n },
    ]);
    expect(commits).toBe(1);
    const { accounts, made } = await stored();
    expect([...accounts.values()].map(({ owner, balance, sequence }) => [owner, balance, sequence]).sort()).toEqual([
      ["ann", 1n, 2],
      ["ben", 6n, 1],
      ["cy", 13n, 1],
      ["dee", 10n, 0],
    ]);
    expect(made.map(({ reference }) => reference).sort()).toEqual(["1", "4"]);
  });

  it("HSE-02 a unique index that refuses names its member; the others run again without it", async () => {
    await reset(10n);
    const add = transfer();
    await add({ reference: "same", from: "ben", to: "cy", amount: 1n });
    const outcomes = await Promise.allSettled([
      add({ reference: "5", from: "ben", to: "cy", amount: 1n }),
      add({ reference: "same", from: "dee", to: "cy", amount: 1n }),
      add({ reference: "6", from: "cy", to: "ben", amount: 1n }),
    ]);
    expect(outcomes).toMatchObject([{ status: "fulfilled" }, { reason: { code: 11_000 } }, { status: "fulfilled" }]);
    expect((await stored()).accounts.get("dee")).toMatchObject({ balance: 10n, sequence: 0 });
  });

  it("HSE-03 a change of a document that has changed since it was read is a conflict, after which the transaction runs again", async () => {
    await reset(10n);
    let runs = 0;
    await inTransactionOf({ database, faults })(async (set) => {
      runs += 1;
      await set.load([bookOf("ben"), bookOf("ann")]);
      const ben = set.get(bookOf("ben")) as Book;
      set.put(bookOf("ben"), { ...ben, balance: ben.balance + 1n });
      // The database sees no conflict in another write of the same transaction.
      if (runs === 1) await database.collection(books).updateOne({ owner: "ben" }, { $inc: { balance: 5n } }, { tx: set.tx });
    });
    expect(runs).toBe(2);
    expect((await stored()).accounts.get("ben")).toMatchObject({ balance: 11n });
  });

  it("HSE-03 a document that another transaction has added meanwhile is read again", async () => {
    await reset(10n);
    let isFirst = true;
    atPoint = async (point) => {
      if (point !== "working-set.write" || !isFirst) return;
      isFirst = false;
      await database.collection(books).insert({ _id: uuid(), owner: "ann", balance: 100n, sequence: 0 });
    };
    await transfer()({ reference: "7", from: "ben", to: "ann", amount: 1n });
    expect((await stored()).accounts.get("ann")).toMatchObject({ balance: 101n, sequence: 1 });
  });

  it("HSE-03 a batch that conflicts five times runs its members alone", async () => {
    await reset(10n);
    let writes = 0;
    atPoint = async (point) => {
      if (point !== "working-set.write" || writes === 5) return;
      writes += 1;
      await database.collection(books).updateOne({ owner: "ben" }, { $inc: { balance: 1n } });
    };
    const add = transfer();
    const both = ["8", "9"].map((reference) => add({ reference, from: "ben", to: "cy", amount: 1n }));
    expect((await Promise.all(both)).sort()).toEqual([13n, 14n]);
    expect((await stored()).accounts.get("ben")).toMatchObject({ balance: 13n, sequence: 2 });
  });

  it("HSE-03 after 200 random batches with foreign writes and failures between the steps, each account equals the sum of its transfers", async () => {
    const random = seededRandom(7);
    await reset(20n);
    const add = transfer();
    const foreign = new Map<string, bigint>();
    const accepted = new Set<string>();
    for (let batch = 0; batch < BATCHES; batch += 1) {
      atPoint = disturbance(random, foreign);
      const transfers = Array.from({ length: 1 + random.below(MEMBERS) }, (_, member) => randomTransfer(random, `${batch}-${member}`));
      const outcomes = await Promise.allSettled(transfers.map(add));
      await othersWritten;
      for (const [index, { status }] of outcomes.entries()) if (status === "fulfilled") accepted.add(transfers[index]?.reference ?? "");
    }
    atPoint = async () => undefined;
    const { accounts, made } = await stored();
    expect(new Set(made.map(({ reference }) => reference))).toEqual(accepted);
    expect(accepted.size).toBeGreaterThan(BATCHES);
    for (const owner of OWNERS) {
      const moved = made.reduce((sum, { from, to, amount }) => sum + (to === owner ? amount : 0n) - (from === owner ? amount : 0n), 0n);
      const count = made.reduce((sum, { from, to }) => sum + Number(from === owner) + Number(to === owner), 0);
      const account = accounts.get(owner);
      const expected = (owner === "ann" ? 0n : 20n) + moved + (foreign.get(owner) ?? 0n);
      expect({ owner, balance: account?.balance, sequence: account?.sequence }).toEqual({ owner, balance: expected, sequence: count });
      expect(account?.balance).toBeGreaterThanOrEqual(0n);
    }
  });

  /** At one step of a batch, nothing happens, another process writes, the step fails, or the connection breaks. */
  function disturbance(random: Random, foreign: Map<string, bigint>): (point: string) => Promise<void> {
    const [kind, step] = [random.below(8), 1 + random.below(4)];
    let steps = 0;
    return async () => {
      steps += 1;
      if (steps !== step) return;
      if (kind === 1) throw new Error("the step failed");
      if (kind === 2) throw new mongoose.mongo.MongoNetworkError("the connection broke");
      if (kind !== 3) return;
      const owner = random.pick(OWNERS.slice(1));
      foreign.set(owner, (foreign.get(owner) ?? 0n) + 1n);
      const written = database.collection(books).updateOne({ owner }, { $inc: { balance: 1n } });
      // Afterwards the transaction holds the document, and the write waits for its end.
      if (step === 1) await written;
      else othersWritten = written;
    };
  }

  it("HSE-01 a document that was not loaded cannot be read, and one that is not changed is not written", async () => {
    await reset(1n);
    await database.transaction(async (tx) => {
      const set = openWorkingSet(database, tx);
      expect(() => set.get(bookOf("ben"))).toThrow("was not loaded");
      await set.load([bookOf("ben")]);
      const points: string[] = [];
      await set.flush({ hit: async (point) => void points.push(point) });
      expect(points).toEqual([]);
    });
  });

  it("HSE-01 a document that is put as it was is not written, and the others are", async () => {
    await reset(1n);
    const inTransaction = inTransactionOf({ database, faults });
    await inTransaction(async (set) => {
      await set.load([bookOf("cy"), bookOf("ben")]);
      const [cy, ben] = [set.get(bookOf("cy")), set.get(bookOf("ben"))];
      if (!cy || !ben) throw new Error("they were not loaded");
      set.put(bookOf("cy"), { ...cy });
      set.put(bookOf("ben"), { ...ben, balance: 7n });
    });
    const rows = await database.collection(books).find({ owner: { $in: ["cy", "ben"] } }, { sort: { owner: 1 } });
    expect(rows.map(({ balance }) => balance)).toEqual([7n, 1n]);
  });

  it("HSE-03 changes name the fields that differ, nested ones by their path, and what they were", () => {
    const at = new Date(5);
    const before = { _id: "1", retained: at, gone: 1, list: ["a"], own: { unread: 1, lastAt: at } };
    const now = { _id: "1", retained: new Date(5), list: ["a", "b"], own: { unread: 2, lastAt: at }, added: true };
    expect(changesOf(before, now)).toEqual({
      guard: { gone: 1, list: ["a"], "own.unread": 1, added: { $exists: false } },
      update: { $set: { list: ["a", "b"], "own.unread": 2, added: true }, $unset: { gone: 1 } },
    });
  });
});

function randomTransfer(random: Random, reference: string): Transfer {
  const from = random.pick(OWNERS);
  const to = random.pick(OWNERS.filter((owner) => owner !== from));
  return { reference, from, to, amount: BigInt(1 + random.below(6)) };
}
