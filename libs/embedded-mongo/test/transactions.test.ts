import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { mongo } from "mongoose";
import { runScript } from "./support/server-process.ts";
import { openEmbedded, type Store, serverErrorOf } from "./support/store.ts";

interface Account {
  _id: number;
  balance: number;
  owner?: string;
}

let store: Store;
let accounts: mongo.Collection<Account>;
const open: mongo.ClientSession[] = [];

function begin(): mongo.ClientSession {
  const session = store.client.startSession();
  session.startTransaction();
  open.push(session);
  return session;
}
const balanceOf = async (_id: number, session?: mongo.ClientSession): Promise<number | undefined> =>
  (await accounts.findOne({ _id }, session ? { session } : {}))?.balance;

beforeAll(async () => {
  store = await openEmbedded();
});
beforeEach(async () => {
  for (const session of open.splice(0)) await session.endSession();
  await store.database.dropDatabase();
  accounts = store.database.collection<Account>("accounts");
  await accounts.insertMany([0, 1, 2, 3].map((_id) => ({ _id, balance: 100 })));
});
afterAll(async () => {
  for (const session of open) await session.endSession();
  await store.close();
});

describe("isolation", () => {
  it("a transaction hides a write from others until its commit", async () => {
    const session = begin();
    await accounts.updateOne({ _id: 0 }, { $set: { balance: 1 } }, { session });
    expect([await balanceOf(0), await balanceOf(0, session)]).toEqual([100, 1]);
    await session.commitTransaction();
    expect(await balanceOf(0)).toBe(1);
  });

  it("a transaction reads the snapshot of its start", async () => {
    const session = begin();
    expect(await balanceOf(0, session)).toBe(100);
    await accounts.updateOne({ _id: 0 }, { $set: { balance: 5 } });
    await accounts.insertOne({ _id: 9, balance: 100 });
    await accounts.deleteOne({ _id: 1 });
    const seen = await accounts.find({ balance: 100 }, { session }).sort({ _id: 1 }).toArray();
    expect(seen.map(({ _id }) => _id)).toEqual([0, 1, 2, 3]);
    expect(await accounts.countDocuments({}, { session })).toBe(4);
  });

  it("an index scan in a transaction reads the snapshot too", async () => {
    await accounts.createIndex({ balance: 1 });
    const session = begin();
    await accounts.updateOne({ _id: 2 }, { $set: { balance: 7 } }, { session });
    await accounts.updateOne({ _id: 0 }, { $set: { balance: 7 } });
    expect((await accounts.find({ balance: 7 }, { session }).toArray()).map(({ _id }) => _id)).toEqual([2]);
    expect((await accounts.find({ balance: 7 }).toArray()).map(({ _id }) => _id)).toEqual([0]);
  });

  it("an abort undoes all writes and removes a collection that the transaction created", async () => {
    const session = begin();
    const fresh = store.database.collection<Account>("fresh");
    await fresh.insertOne({ _id: 1, balance: 1 }, { session });
    await accounts.deleteOne({ _id: 0 }, { session });
    expect(await fresh.countDocuments({}, { session })).toBe(1);
    await session.abortTransaction();
    expect(await balanceOf(0)).toBe(100);
    expect(await store.database.listCollections({ name: "fresh" }).toArray()).toEqual([]);
  });
});

describe("conflicts", () => {
  const writeConflict = { code: 112, codeName: "WriteConflict" };

  it("the second of two transactions that write one document fails with a transient WriteConflict", async () => {
    const [first, second] = [begin(), begin()];
    await accounts.updateOne({ _id: 0 }, { $inc: { balance: 1 } }, { session: first });
    const error = await serverErrorOf(() => accounts.updateOne({ _id: 0 }, { $inc: { balance: 1 } }, { session: second }));
    expect(error).toMatchObject(writeConflict);
    expect(error.hasErrorLabel("TransientTransactionError")).toBe(true);
    await first.commitTransaction();
    expect(await balanceOf(0)).toBe(101);
  });

  it("a transaction cannot overwrite an update that was committed after its snapshot", async () => {
    const session = begin();
    const read = (await balanceOf(0, session)) ?? 0;
    await accounts.updateOne({ _id: 0 }, { $inc: { balance: 10 } });
    expect(await serverErrorOf(() => accounts.updateOne({ _id: 0 }, { $set: { balance: read + 1 } }, { session }))).toMatchObject(
      writeConflict,
    );
    expect(await balanceOf(0)).toBe(110);
  });

  it("two transactions may each write what the other has read (write skew)", async () => {
    const [first, second] = [begin(), begin()];
    await balanceOf(1, first);
    await balanceOf(0, second);
    await accounts.updateOne({ _id: 0 }, { $set: { balance: 0 } }, { session: first });
    await accounts.updateOne({ _id: 1 }, { $set: { balance: 0 } }, { session: second });
    await first.commitTransaction();
    await second.commitTransaction();
    expect([await balanceOf(0), await balanceOf(1)]).toEqual([0, 0]);
  });

  it("a unique key of an open transaction conflicts with other transactions and blocks writes outside", async () => {
    await accounts.createIndex({ owner: 1 }, { unique: true, sparse: true });
    const [first, second] = [begin(), begin()];
    await accounts.insertOne({ _id: 10, balance: 0, owner: "ann" }, { session: first });
    expect(await serverErrorOf(() => accounts.insertOne({ _id: 11, balance: 0, owner: "ann" }, { session: second }))).toMatchObject(
      writeConflict,
    );
    const outside = serverErrorOf(() => accounts.insertOne({ _id: 12, balance: 0, owner: "ann" }));
    await first.commitTransaction();
    expect(await outside).toMatchObject({ code: 11000, keyValue: { owner: "ann" } });
  });

  it("a write outside a transaction waits for the lock of a document and then sees the committed version", async () => {
    const session = begin();
    await accounts.updateOne({ _id: 0 }, { $inc: { balance: -40 } }, { session });
    const outside = accounts.findOneAndUpdate({ _id: 0, balance: { $gte: 50 } }, { $inc: { balance: -50 } }, { returnDocument: "after" });
    await session.commitTransaction();
    expect(await outside).toMatchObject({ _id: 0, balance: 10 });
  });

  it("a transaction can delete a document and reuse its unique key", async () => {
    await accounts.createIndex({ owner: 1 }, { unique: true, sparse: true });
    await accounts.insertOne({ _id: 10, balance: 0, owner: "bob" });
    const session = begin();
    await accounts.deleteOne({ _id: 10 }, { session });
    await accounts.insertOne({ _id: 11, balance: 0, owner: "bob" }, { session });
    await session.commitTransaction();
    expect((await accounts.findOne({ owner: "bob" }))?._id).toBe(11);
  });
});

describe("withTransaction", () => {
  it("withTransaction applies every one of ten parallel increments", async () => {
    const increment = () =>
      store.client.withSession((session) =>
        session.withTransaction(async () => {
          const balance = (await balanceOf(0, session)) ?? 0;
          await accounts.updateOne({ _id: 0 }, { $set: { balance: balance + 1 } }, { session });
        }),
      );
    await Promise.all(Array.from({ length: 10 }, increment));
    expect(await balanceOf(0)).toBe(110);
  });

  it("an error in the callback of withTransaction aborts the transaction", async () => {
    const failing = store.client.withSession((session) =>
      session.withTransaction(async () => {
        await accounts.updateOne({ _id: 0 }, { $set: { balance: 0 } }, { session });
        throw new Error("changed my mind");
      }),
    );
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await balanceOf(0)).toBe(100);
  });

  it("every reader sees the same sum while two processes transfer money", async () => {
    const rounds = 60;
    let isTransferring = true;
    const transfers = Promise.all(
      [1, 2].map(() => runScript("transfer-money.ts", store.uri, store.database.databaseName, String(rounds))),
    ).finally(() => {
      isTransferring = false;
    });
    const sums = new Set<number>();
    while (isTransferring) {
      const session = begin();
      const seen = await accounts.find({}, { session }).toArray();
      sums.add(seen.reduce((sum, { balance }) => sum + balance, 0));
      await session.commitTransaction();
    }
    expect(await transfers).toEqual([0, 0]);
    expect([...sums]).toEqual([400]);
    expect(await store.database.collection("moves").countDocuments()).toBe(2 * rounds);
    expect((await accounts.find().toArray()).reduce((sum, { balance }) => sum + balance, 0)).toBe(400);
  });
});
