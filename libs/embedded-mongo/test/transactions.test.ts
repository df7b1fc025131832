import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { mongo } from "mongoose";
import { runScript } from "./support/server-process.ts";
import { openEmbedded, refusalOf, type Store } from "./support/store.ts";

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
  it("nobody sees a write before its commit, everybody after", async () => {
    const session = begin();
    await accounts.updateOne({ _id: 0 }, { $set: { balance: 1 } }, { session });
    expect([await balanceOf(0), await balanceOf(0, session)]).toEqual([100, 1]);
    await session.commitTransaction();
    expect(await balanceOf(0)).toBe(1);
  });

  it("a transaction reads the snapshot of its beginning", async () => {
    const session = begin();
    expect(await balanceOf(0, session)).toBe(100);
    await accounts.updateOne({ _id: 0 }, { $set: { balance: 5 } });
    await accounts.insertOne({ _id: 9, balance: 100 });
    await accounts.deleteOne({ _id: 1 });
    const seen = await accounts.find({ balance: 100 }, { session }).sort({ _id: 1 }).toArray();
    expect(seen.map(({ _id }) => _id)).toEqual([0, 1, 2, 3]);
    expect(await accounts.countDocuments({}, { session })).toBe(4);
  });

  it("an index gives the snapshot too", async () => {
    await accounts.createIndex({ balance: 1 });
    const session = begin();
    await accounts.updateOne({ _id: 2 }, { $set: { balance: 7 } }, { session });
    await accounts.updateOne({ _id: 0 }, { $set: { balance: 7 } });
    expect((await accounts.find({ balance: 7 }, { session }).toArray()).map(({ _id }) => _id)).toEqual([2]);
    expect((await accounts.find({ balance: 7 }).toArray()).map(({ _id }) => _id)).toEqual([0]);
  });

  it("what is rolled back was never there, also a collection that it created", async () => {
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
  const lostUpdate = { code: 112, codeName: "WriteConflict" };

  it("the second of two transactions that write a document is refused, with the label to try again", async () => {
    const [first, second] = [begin(), begin()];
    await accounts.updateOne({ _id: 0 }, { $inc: { balance: 1 } }, { session: first });
    const refusal = await refusalOf(() => accounts.updateOne({ _id: 0 }, { $inc: { balance: 1 } }, { session: second }));
    expect(refusal).toMatchObject(lostUpdate);
    expect(refusal.hasErrorLabel("TransientTransactionError")).toBe(true);
    await first.commitTransaction();
    expect(await balanceOf(0)).toBe(101);
  });

  it("an update that was committed after the snapshot is not lost", async () => {
    const session = begin();
    const read = (await balanceOf(0, session)) ?? 0;
    await accounts.updateOne({ _id: 0 }, { $inc: { balance: 10 } });
    expect(await refusalOf(() => accounts.updateOne({ _id: 0 }, { $set: { balance: read + 1 } }, { session }))).toMatchObject(lostUpdate);
    expect(await balanceOf(0)).toBe(110);
  });

  it("two transactions may write what the other has read (write skew)", async () => {
    const [first, second] = [begin(), begin()];
    await balanceOf(1, first);
    await balanceOf(0, second);
    await accounts.updateOne({ _id: 0 }, { $set: { balance: 0 } }, { session: first });
    await accounts.updateOne({ _id: 1 }, { $set: { balance: 0 } }, { session: second });
    await first.commitTransaction();
    await second.commitTransaction();
    expect([await balanceOf(0), await balanceOf(1)]).toEqual([0, 0]);
  });

  it("an open transaction holds its unique keys: another one conflicts, a write outside waits", async () => {
    await accounts.createIndex({ owner: 1 }, { unique: true, sparse: true });
    const [first, second] = [begin(), begin()];
    await accounts.insertOne({ _id: 10, balance: 0, owner: "ann" }, { session: first });
    expect(await refusalOf(() => accounts.insertOne({ _id: 11, balance: 0, owner: "ann" }, { session: second }))).toMatchObject(lostUpdate);
    const outside = refusalOf(() => accounts.insertOne({ _id: 12, balance: 0, owner: "ann" }));
    await first.commitTransaction();
    expect(await outside).toMatchObject({ code: 11000, keyValue: { owner: "ann" } });
  });

  it("a write outside waits for the holder of a document, and finds what it left", async () => {
    const session = begin();
    await accounts.updateOne({ _id: 0 }, { $inc: { balance: -40 } }, { session });
    const outside = accounts.findOneAndUpdate({ _id: 0, balance: { $gte: 50 } }, { $inc: { balance: -50 } }, { returnDocument: "after" });
    await session.commitTransaction();
    expect(await outside).toMatchObject({ _id: 0, balance: 10 });
  });

  it("a key that is freed and taken again within a transaction is no duplicate", async () => {
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
  it("parallel increments all count", async () => {
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

  it("an error within rolls everything back", async () => {
    const failing = store.client.withSession((session) =>
      session.withTransaction(async () => {
        await accounts.updateOne({ _id: 0 }, { $set: { balance: 0 } }, { session });
        throw new Error("changed my mind");
      }),
    );
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await balanceOf(0)).toBe(100);
  });

  it("two processes move money, and every reader sees the same sum", async () => {
    const rounds = 60;
    let isMoving = true;
    const movers = Promise.all(
      [1, 2].map(() => runScript("money-mover.ts", store.uri, store.database.databaseName, String(rounds))),
    ).finally(() => {
      isMoving = false;
    });
    const sums = new Set<number>();
    while (isMoving) {
      const session = begin();
      const seen = await accounts.find({}, { session }).toArray();
      sums.add(seen.reduce((sum, { balance }) => sum + balance, 0));
      await session.commitTransaction();
    }
    expect(await movers).toEqual([0, 0]);
    expect([...sums]).toEqual([400]);
    expect(await store.database.collection("moves").countDocuments()).toBe(2 * rounds);
    expect((await accounts.find().toArray()).reduce((sum, { balance }) => sum + balance, 0)).toBe(400);
  });
});
