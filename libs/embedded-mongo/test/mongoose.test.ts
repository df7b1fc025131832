import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import mongoose, { type Connection, Schema } from "mongoose";
import { type EmbeddedMongo, startEmbeddedMongo } from "../index.ts";
import { eventually } from "./support/store.ts";

interface Wallet {
  _id: string;
  owner: string;
  balance: bigint;
  status: "OPEN" | "CLOSED";
  entries: { amount: bigint; at: Date }[];
  expiresAt?: Date;
}

const walletSchema = new Schema<Wallet>(
  {
    _id: { type: String, required: true },
    owner: { type: String, required: true },
    balance: { type: BigInt, required: true },
    status: { type: String, enum: ["OPEN", "CLOSED"], default: "OPEN" },
    entries: [{ _id: false, amount: { type: BigInt }, at: { type: Date } }],
    expiresAt: { type: Date },
  },
  { versionKey: "version", autoIndex: false },
);
walletSchema.index({ owner: 1 }, { unique: true, partialFilterExpression: { status: "OPEN" } });
walletSchema.index({ status: 1, balance: -1 });
walletSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

let server: EmbeddedMongo;
let connection: Connection;
const modelOn = (on: Connection) => on.model("Wallet", walletSchema);
let wallets: ReturnType<typeof modelOn>;

beforeAll(async () => {
  server = await startEmbeddedMongo({ expireEverySeconds: 1 });
  connection = await mongoose.createConnection(server.uri, { dbName: "smoke", useBigInt64: true }).asPromise();
  wallets = modelOn(connection);
  await wallets.createIndexes();
});
afterAll(async () => {
  await connection.close();
  await server.stop();
});

const wallet = (fields: Partial<Wallet> = {}) => wallets.create({ _id: randomUUID(), owner: randomUUID(), balance: 0n, ...fields });

describe("mongoose", () => {
  it("a second index sync changes nothing", async () => {
    expect(await wallets.syncIndexes()).toEqual([]);
    expect(Object.keys(await wallets.collection.indexInformation())).toEqual(["_id_", "owner_1", "status_1_balance_-1", "expiresAt_1"]);
  });

  it("big integers stay exact in $inc, sums and comparisons, beyond the range of doubles", async () => {
    const { _id } = await wallet({ balance: 9_007_199_254_740_993n, owner: "sum" });
    await wallets.updateOne({ _id }, { $inc: { balance: 2n } });
    expect(await wallets.findById(_id).lean()).toMatchObject({ balance: 9_007_199_254_740_995n });
    const [total] = await wallets.aggregate<{ total: bigint }>([
      { $match: { owner: "sum" } },
      { $group: { _id: null, total: { $sum: "$balance" } } },
    ]);
    expect(total?.total).toBe(9_007_199_254_740_995n);
    expect(await wallets.countDocuments({ owner: "sum", balance: { $gt: 9_007_199_254_740_994n } })).toBe(1);
  });

  it("a conditional update takes effect once when several race", async () => {
    const { _id } = await wallet({ balance: 10n });
    const spend = () => wallets.updateOne({ _id, balance: { $gte: 4n } }, { $inc: { balance: -4n } });
    const outcomes = await Promise.all([spend(), spend(), spend(), spend()]);
    expect(outcomes.reduce((count, { modifiedCount }) => count + modifiedCount, 0)).toBe(2);
    expect((await wallets.findById(_id).lean())?.balance).toBe(2n);
  });

  it("a partial unique index constrains open wallets only", async () => {
    const owner = randomUUID();
    await wallet({ owner, status: "CLOSED" });
    await wallet({ owner });
    await expect(wallet({ owner })).rejects.toMatchObject({ code: 11000, keyPattern: { owner: 1 }, keyValue: { owner } });
  });

  it("an upsert applies schema defaults", async () => {
    const _id = randomUUID();
    const update = { $setOnInsert: { owner: _id }, $inc: { balance: 5n } };
    const created = await wallets
      .findOneAndUpdate({ _id }, update, { upsert: true, returnDocument: "after", setDefaultsOnInsert: true })
      .lean();
    expect(created).toMatchObject({ _id, owner: _id, balance: 5n, status: "OPEN" });
  });

  it("mongoose refuses to save a stale document with a VersionError", async () => {
    const { _id } = await wallet({ entries: [{ amount: 1n, at: new Date(0) }] });
    const [first, second] = await Promise.all([wallets.findById(_id).orFail(), wallets.findById(_id).orFail()]);
    first.entries = [];
    await first.save();
    second.entries.splice(0, 1, { amount: 2n, at: new Date(1) });
    second.set("entries.0.amount", 3n);
    await expect(second.save()).rejects.toBeInstanceOf(mongoose.Error.VersionError);
  });

  it("a transaction commits both of its writes or neither", async () => {
    const [from, to] = [await wallet({ balance: 10n }), await wallet()];
    const move = (amount: bigint, fail: boolean) =>
      connection.transaction(async (session) => {
        await wallets.updateOne({ _id: from._id }, { $inc: { balance: -amount } }, { session });
        await wallets.updateOne(
          { _id: to._id },
          { $inc: { balance: amount }, $push: { entries: { amount, at: new Date(5) } } },
          { session },
        );
        if (fail) throw new Error("no");
      });
    await move(3n, false);
    await expect(move(3n, true)).rejects.toThrow("no");
    const found = await wallets
      .find({ _id: { $in: [from._id, to._id] } })
      .sort({ balance: -1 })
      .lean();
    expect(found.map(({ balance, entries }) => [balance, entries.length])).toEqual([
      [7n, 0],
      [3n, 1],
    ]);
  });

  it("a query sorts, skips and limits by an index", async () => {
    await Promise.all(Array.from({ length: 5 }, (_, index) => wallet({ status: "CLOSED", balance: BigInt(index) + 100n })));
    const query = wallets
      .find({ status: "CLOSED", balance: { $gte: 100n } })
      .sort({ balance: -1 })
      .skip(1)
      .limit(2);
    expect((await query.lean()).map(({ balance }) => balance)).toEqual([103n, 102n]);
    const plan = await wallets.find({ status: "CLOSED" }).sort({ balance: -1 }).explain();
    expect(JSON.stringify(plan, (_key, value) => (typeof value === "bigint" ? Number(value) : value))).toContain("status_1_balance_-1");
  });

  it("a TTL index deletes expired documents only", async () => {
    const { _id } = await wallet({ expiresAt: new Date(Date.now() - 1000) });
    const { _id: stored } = await wallet({ expiresAt: new Date(Date.now() + 60_000) });
    await eventually(async () => (await wallets.exists({ _id })) === null);
    expect(await wallets.exists({ _id: stored })).not.toBeNull();
  });

  it("bulkWrite counts inserted, modified, upserted and deleted documents", async () => {
    const [a, b] = [randomUUID(), randomUUID()];
    const result = await wallets.bulkWrite([
      { insertOne: { document: { _id: a, owner: a, balance: 1n, status: "OPEN", entries: [] } } },
      { updateOne: { filter: { _id: a }, update: { $inc: { balance: 1n } } } },
      { updateOne: { filter: { _id: b }, update: { $setOnInsert: { owner: b, balance: 0n } }, upsert: true } },
      { deleteOne: { filter: { _id: a } } },
    ]);
    expect(result).toMatchObject({ insertedCount: 1, modifiedCount: 1, upsertedCount: 1, deletedCount: 1 });
  });
});
