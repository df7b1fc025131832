import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { mongo } from "mongoose";
import { BOOKKEEPER, type ServerWithUsers, startWithUsers, UNAUTHORIZED } from "./support/server-with-users.ts";
import { serverErrorOf } from "./support/store.ts";

let server: ServerWithUsers;

beforeAll(async () => {
  server = await startWithUsers();
});
afterEach(() => server.disconnect());
afterAll(() => server.stop());

describe("STO-20 a client that has not signed in", () => {
  it.each(["hello", "ismaster", "ping", "buildInfo", "connectionStatus"])(
    "STO-20 a client that has not signed in may run %s",
    async (name) => {
      const { send } = await server.openConnection();
      expect(await send({ [name]: 1, $db: "admin" })).toMatchObject({ ok: 1 });
    },
  );

  it.each([
    { find: "articles" },
    { insert: "articles", documents: [{}] },
    { aggregate: 1, pipeline: [{ $currentOp: {} }], cursor: {} },
    { listDatabases: 1, $db: "admin" },
    { listCollections: 1 },
    { serverStatus: 1, $db: "admin" },
    { endSessions: [], $db: "admin" },
    { dropDatabase: 1 },
    { configureFailPoint: "failCommand", mode: "off", $db: "admin" },
    { unknownCommand: 1 },
  ])("STO-20 a client that has not signed in gets code 13 for %j", async (body) => {
    const { send } = await server.openConnection();
    expect(await send({ $db: "content", ...body })).toMatchObject({ ok: 0, ...UNAUTHORIZED });
  });
});

describe("STO-20 a user of one database", () => {
  it("STO-20 a user of one database sees only this database, and no other through a pipeline", async () => {
    const admin = await server.signIn("operator", "admin");
    await admin.client.db("wallet").collection("balances").insertOne({ amount: 1 });
    const database = await server.signIn("content", "content");
    await database.collection("articles").insertOne({ title: "one" });
    const other = database.admin();
    expect((await other.listDatabases()).databases.map(({ name }) => name)).toEqual(["content"]);
    const joined = [{ $lookup: { from: "balances", pipeline: [], as: "found" } }, { $unionWith: "balances" }];
    expect(await database.collection("articles").aggregate(joined).toArray()).toMatchObject([{ title: "one", found: [] }]);
  });

  it.each([
    ["wallet", { find: "entries" }],
    ["wallet", { insert: "entries", documents: [{}] }],
    ["wallet", { getMore: mongo.BSON.Long.ONE, collection: "entries" }],
    ["wallet", { killCursors: "entries", cursors: [mongo.BSON.Long.ONE] }],
    ["wallet", { explain: { find: "entries" } }],
    ["admin", { aggregate: 1, pipeline: [{ $currentOp: {} }], cursor: {} }],
    ["content", { aggregate: 1, pipeline: [{ $currentOp: {} }], cursor: {} }],
    ["admin", { killAllSessions: [] }],
    ["admin", { configureFailPoint: "failCommand", mode: "off" }],
    ["content", { dropDatabase: 1 }],
  ])("STO-20 a user of one database gets code 13 in %s for %j", async (name, command) => {
    const database = await server.signIn("content", "content");
    expect(await serverErrorOf(() => database.client.db(name).command(command))).toMatchObject(UNAUTHORIZED);
  });

  it("STO-20 a user of one database cannot close a cursor of another database by its number", async () => {
    const [admin, content] = [await server.signIn("operator", "admin"), await server.signIn("content", "content")];
    const entries = admin.client.db("wallet").collection("many");
    await entries.insertMany([{}, {}, {}]);
    const cursor = entries.find({}, { batchSize: 1 });
    await cursor.next();
    const killed = await content.command({ killCursors: "many", cursors: [cursor.id] });
    expect([killed.cursorsKilled, killed.cursorsNotFound]).toEqual([[], [cursor.id?.toNumber()]]);
    expect(await cursor.toArray()).toHaveLength(2);
  });
});

describe("STO-20 an append-only collection", () => {
  it("STO-20 an append-only collection can be read, indexed and inserted into", async () => {
    const database = await server.signIn(BOOKKEEPER, "wallet");
    const entries = database.collection<{ _id: number; amount: number }>("entries");
    await entries.insertMany([1, 2, 3].map((_id) => ({ _id, amount: _id })));
    await entries.createIndex({ amount: 1 });
    await database.client.withSession((session) => session.withTransaction(() => entries.insertOne({ _id: 4, amount: 4 }, { session })));
    expect(await entries.find({}, { batchSize: 1 }).toArray()).toHaveLength(4);
    expect(await entries.aggregate([{ $group: { _id: null, sum: { $sum: "$amount" } } }]).toArray()).toEqual([{ _id: null, sum: 10 }]);
    expect(await entries.countDocuments()).toBe(4);
    expect(await entries.indexes()).toHaveLength(2);
  });

  it.each([
    { update: "entries", updates: [{ q: {}, u: { $set: { amount: 0 } } }] },
    { update: "entries", updates: [{ q: { _id: 9 }, u: { $set: { amount: 0 } }, upsert: true }] },
    { delete: "entries", deletes: [{ q: {}, limit: 0 }] },
    { findAndModify: "entries", query: {}, remove: true },
    { findAndModify: "entries", query: {}, update: { $set: { amount: 0 } } },
    { drop: "entries" },
    { dropIndexes: "entries", index: "*" },
    { createIndexes: "entries", indexes: [{ key: { at: 1 }, name: "at", expireAfterSeconds: 0 }] },
  ])("STO-20 an append-only collection refuses %j with code 13", async ({ $db = "wallet", ...command }: mongo.Document) => {
    const database = await server.signIn(BOOKKEEPER, "wallet");
    await database.collection("other").insertOne({});
    expect(await serverErrorOf(() => database.client.db($db).command(command))).toMatchObject(UNAUTHORIZED);
  });

  it("STO-20 an append-only collection does not limit the other collections of the database", async () => {
    const others = (await server.signIn(BOOKKEEPER, "wallet")).collection<{ _id: number; amount: number }>("balances");
    await others.insertOne({ _id: 1, amount: 1 });
    await others.updateOne({ _id: 1 }, { $inc: { amount: 1 } });
    expect(await others.findOneAndDelete({ _id: 1 })).toEqual({ _id: 1, amount: 2 });
    expect(await others.drop()).toBe(true);
  });
});
