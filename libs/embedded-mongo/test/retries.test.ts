import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { mongo } from "mongoose";
import { openEmbedded, type Store, serverErrorOf } from "./support/store.ts";

interface Counter {
  _id: number;
  n: number;
}
let store: Store;
let counters: mongo.Collection<Counter>;
const admin = () => store.client.db("admin");
const failOnce = (failCommands: string[], data: mongo.Document) =>
  admin().command({ configureFailPoint: "failCommand", mode: { times: 1 }, data: { failCommands, ...data } });

beforeAll(async () => {
  store = await openEmbedded({ failPoints: true });
  counters = store.database.collection<Counter>("counters");
});
beforeEach(async () => {
  await counters.deleteMany({});
  await counters.insertOne({ _id: 1, n: 0 });
});
afterEach(async () => {
  await admin().command({ configureFailPoint: "failCommand", mode: "off" });
});
afterAll(() => store.close());

describe("retryable writes", () => {
  it.each([
    ["a closed connection", { closeConnection: true }],
    ["a shutdown error", { errorCode: 91 }],
    ["a step-down error", { errorCode: 11602 }],
    ["a write concern that failed after the write", { writeConcernError: { code: 91, errmsg: "shutting down" } }],
  ])("a retryable write is applied once after %s", async (_what, data) => {
    await failOnce(["update", "findAndModify"], data);
    await counters.updateOne({ _id: 1 }, { $inc: { n: 1 } });
    expect((await counters.findOne({ _id: 1 }))?.n).toBe(1);
  });

  it("a retryable write is answered with the first result if the reply was lost", async () => {
    await admin().command({ configureFailPoint: "onPrimaryTransactionalWrite", mode: { times: 1 } });
    await counters.updateOne({ _id: 1 }, { $inc: { n: 1 } });
    await admin().command({ configureFailPoint: "onPrimaryTransactionalWrite", mode: { times: 1 } });
    expect(await counters.findOneAndUpdate({ _id: 1 }, { $inc: { n: 1 } }, { returnDocument: "after" })).toEqual({ _id: 1, n: 2 });
    await admin().command({ configureFailPoint: "onPrimaryTransactionalWrite", mode: { times: 1 } });
    await counters.insertMany([
      { _id: 2, n: 0 },
      { _id: 3, n: 0 },
    ]);
    expect(await counters.countDocuments()).toBe(3);
  });

  it("a retry that arrives while the first attempt still waits gets the result of that attempt", async () => {
    // a separate client, because the sessions of the shared client are pooled and this test sets their transaction number
    const client = await new mongo.MongoClient(store.uri).connect();
    const [holder, session] = [client.startSession(), client.startSession()];
    holder.startTransaction();
    const collection = client.db(store.database.databaseName).collection<Counter>("counters");
    await collection.updateOne({ _id: 1 }, { $inc: { n: 10 } }, { session: holder });
    const updates = [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }];
    const command = { update: "counters", updates, txnNumber: mongo.Long.fromInt(1) };
    const attempts = [1, 2].map(() => client.db(store.database.databaseName).command(command, { session }));
    // the server has received both attempts when it answers the ping
    for (const _ of attempts) await client.db("admin").command({ ping: 1 });
    await holder.commitTransaction();
    expect((await Promise.all(attempts)).map(({ n }) => n)).toEqual([1, 1]);
    await client.close();
    expect((await counters.findOne({ _id: 1 }))?.n).toBe(11);
  });

  it.each<[string, mongo.Document]>([
    ["updates", { update: "counters", updates: [{ q: {}, u: { $set: { n: 99 } }, multi: true }] }],
    ["deletions", { delete: "counters", deletes: [{ q: {}, limit: 0 }] }],
  ])("STO-17 a retryable write is refused for %s of many documents", async (_what, command) => {
    const before = await counters.find().toArray();
    const client = await new mongo.MongoClient(store.uri).connect();
    const session = client.startSession();
    const retryable = { ...command, txnNumber: mongo.Long.fromInt(1) };
    const reply = await client.db(store.database.databaseName).command(retryable, { session });
    expect(reply).toMatchObject({ n: 0, writeErrors: [{ index: 0, code: 72 }] });
    await client.close();
    expect(await counters.find().toArray()).toEqual(before);
  });

  it("a retryable write fails with an error that is not retryable", async () => {
    await failOnce(["insert"], { errorCode: 8000 });
    expect(await serverErrorOf(() => counters.insertOne({ _id: 5, n: 0 }))).toMatchObject({ code: 8000 });
    expect(await counters.countDocuments({ _id: 5 })).toBe(0);
  });
});

describe("transactions", () => {
  const increment = () =>
    store.client.withSession((session) =>
      session.withTransaction(async () => {
        await counters.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session });
      }),
    );

  it.each([
    ["a write conflict", ["update"], { errorCode: 112, errorLabels: ["TransientTransactionError"] }],
    ["a closed connection", ["update"], { closeConnection: true }],
    ["an interrupted commit", ["commitTransaction"], { errorCode: 11602 }],
    ["a commit whose connection closes", ["commitTransaction"], { closeConnection: true }],
    ["a commit with unknown result", ["commitTransaction"], { writeConcernError: { code: 91, errmsg: "shutting down" } }],
  ])("a transaction is applied once after %s", async (_what, commands, data) => {
    await failOnce(commands, data);
    await increment();
    expect((await counters.findOne({ _id: 1 }))?.n).toBe(1);
  });
});

describe("fail points", () => {
  it("fail points are refused unless the server was started with failPoints", async () => {
    const plain = await openEmbedded();
    try {
      const command = { configureFailPoint: "failCommand", mode: "off" };
      expect(await serverErrorOf(() => plain.client.db("admin").command(command))).toMatchObject({ code: 59 });
    } finally {
      await plain.close();
    }
  });

  it("fail points with an unknown name are refused", async () => {
    expect(await serverErrorOf(() => admin().command({ configureFailPoint: "someOther", mode: "off" }))).toMatchObject({ code: 2 });
  });
});
