import { once } from "node:events";
import { connect, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import mongoose, { type Connection, type Model, Schema } from "mongoose";
import { freePort } from "#deploy/launch/free-port.ts";
import { createIndexes, openDatabase } from "#libs/platform/mongo/connect.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import { isStoreUnavailable } from "#libs/platform/mongo/store-unavailable.ts";
import { within } from "../support/within.ts";
import { dropAndClose, freshDatabase, storeUrl } from "./database-fixture.ts";
import { primaryOf } from "./primary.ts";

interface Wallet {
  _id: string;
  owner: string;
  balance: bigint;
  moves: number;
}

const walletSchema = new Schema<Wallet>({ _id: String, owner: String, balance: BigInt, moves: Number }, { versionKey: false }).index(
  { owner: 1 },
  { unique: true, name: "one_per_owner" },
);

describe("database connection", () => {
  let connection: Connection;
  let wallets: Model<Wallet>;

  beforeAll(async () => {
    connection = freshDatabase();
    wallets = connection.model<Wallet>("Wallet", walletSchema, "wallets");
    await createIndexes(connection);
    await createIndexes(connection);
  });
  afterAll(() => dropAndClose(connection));

  it("keeps 64-bit amounts exact and returns counts as numbers", async () => {
    const large = 9_007_199_254_740_993n;
    await wallets.create({ _id: "a", owner: "a", balance: large, moves: 1 });
    await wallets.create({ _id: "b", owner: "b", balance: 5n, moves: 1 });
    await wallets.updateOne({ _id: "b" }, { $inc: { balance: 7n, moves: 1 } });
    expect(await wallets.findById("a").lean()).toMatchObject({ balance: large, moves: 1 });
    expect(await wallets.findById("b").lean()).toMatchObject({ balance: 12n, moves: 2 });
    expect((await wallets.findById("b"))?.balance).toBe(12n);
    expect(await wallets.findOneAndUpdate({ _id: "b" }, { $inc: { balance: -2n } }, { returnDocument: "after" }).lean()).toMatchObject({
      balance: 10n,
    });
    const [sum] = await wallets.aggregate<{ total: bigint; count: number }>([
      { $group: { _id: null, total: { $sum: "$balance" }, count: { $sum: 1 } } },
    ]);
    expect(sum).toMatchObject({ total: large + 10n, count: 2 });
  });

  it("returns counts of documents and changes as numbers", async () => {
    await wallets.insertMany([
      { _id: "c", owner: "c", balance: 0n, moves: 0 },
      { _id: "d", owner: "d", balance: 0n, moves: 0 },
    ]);
    expect(await wallets.countDocuments({ balance: 0n })).toBe(2);
    expect(typeof (await wallets.estimatedDocumentCount())).toBe("number");
    expect(await wallets.updateMany({ balance: 0n }, { $set: { moves: 9 } })).toMatchObject({ matchedCount: 2, modifiedCount: 2 });
    const bulk = await wallets.bulkWrite([{ updateOne: { filter: { _id: "c" }, update: { $inc: { balance: 1n } } } }]);
    expect(bulk.modifiedCount).toBe(1);
    expect((await wallets.deleteMany({ moves: 9 })).deletedCount).toBe(2);
  });

  it("refuses a filter with a field that is not in the schema", async () => {
    await expect(wallets.find({ ownr: "a" } as object).lean()).rejects.toThrow("strictQuery");
  });

  it("recognizes a duplicate key and its index", async () => {
    await wallets.create({ _id: "e", owner: "e", balance: 0n, moves: 0 });
    const error = await wallets.create({ _id: "f", owner: "e", balance: 0n, moves: 0 }).catch((thrown: unknown) => thrown);
    expect([isDuplicateKey(error), isDuplicateKey(error, "owner"), isDuplicateKey(error, "_id")]).toEqual([true, true, false]);
    expect([isDuplicateKey(new Error("E11000")), isStoreUnavailable(error)]).toEqual([false, false]);
    const many = await wallets.insertMany([{ _id: "e", owner: "g", balance: 0n, moves: 0 }]).catch((thrown: unknown) => thrown);
    expect(isDuplicateKey(many, "_id")).toBe(true);
  });

  it("reads and writes with majority concern", async () => {
    const { writeConcern, readConcern } = connection.getClient().options;
    expect([writeConcern?.w, readConcern?.level]).toEqual(["majority", "majority"]);
    expect(mongoose.get("strictQuery")).toBe("throw");
  });
});

describe("a store that is unavailable", () => {
  it("E11 an unavailable store rejects within 3.5 s with an error that says so, also in a transaction", async () => {
    const port = await freePort();
    const connection = openDatabase({ url: `mongodb://127.0.0.1:${port}/?replicaSet=rs0`, name: "away" });
    const asked = Promise.allSettled([
      connection.model<Wallet>("Wallet", walletSchema, "wallets").findById("a").lean(),
      connection.collection("wallets").insertOne({ x: 1 }),
      connection.startSession(),
    ]);
    const outcomes = await within(3_500, asked);
    for (const outcome of outcomes) expect(outcome.status === "rejected" && isStoreUnavailable(outcome.reason)).toBe(true);
    await connection.close();
  });

  it("E26 an unavailable store is used as soon as it is available, and E11 is unavailable again when it stops", async () => {
    const port = await freePort();
    const name = `t_${port}`;
    const connection = openDatabase({ url: `mongodb://127.0.0.1:${port}/?directConnection=true`, name });
    const model = connection.model<Wallet>("Wallet", walletSchema, "wallets");
    await expect(model.findById("a").lean()).rejects.toThrow();
    const proxy = await passThrough(port);
    try {
      await expect(eventuallyFind(model)).resolves.toBeNull();
      await proxy.close();
      const asked = model
        .findById("a")
        .lean()
        .catch((thrown: unknown) => thrown);
      expect(isStoreUnavailable(await within(3_500, asked))).toBe(true);
    } finally {
      await proxy.close();
      await connection.close();
    }
  });
});

async function eventuallyFind(model: Model<Wallet>): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await model.findById("a").lean();
    } catch (error) {
      if (attempt > 3) throw error;
    }
  }
}

/** Forwards a port to the store until it is closed. */
async function passThrough(port: number): Promise<{ close(): Promise<void> }> {
  const target = await primaryOf(storeUrl());
  const sockets = new Set<{ destroy(): unknown }>();
  const server = createServer((client) => {
    const upstream = connect(target.port, target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
    client.pipe(upstream).pipe(client);
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    async close() {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, "close");
    },
  };
}
