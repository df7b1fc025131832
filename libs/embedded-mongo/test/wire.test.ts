import type { Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { mongo } from "mongoose";
import { startEmbeddedMongo } from "../index.ts";
import { message, type RawConnection, rawConnection } from "./support/raw-connection.ts";
import { eventually, openEmbedded, type Store, serverErrorOf } from "./support/store.ts";

let store: Store;
const sockets: Socket[] = [];

beforeAll(async () => {
  store = await openEmbedded();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => store.close());

async function openConnection(): Promise<RawConnection> {
  const connection = await rawConnection(store.uri);
  sockets.push(connection.socket);
  return connection;
}
const isAlive = async (): Promise<boolean> => (await store.client.db("admin").command({ ping: 1 })).ok === 1;

describe("messages", () => {
  it("the server accepts a message that arrives byte by byte", async () => {
    const { socket, replies } = await openConnection();
    for (const byte of message({ ping: 1, $db: "admin" })) socket.write(Buffer.from([byte]));
    await eventually(() => replies.length === 1);
    expect(replies[0]).toMatchObject({ ok: 1 });
  });

  it("the server answers two messages in one chunk in order", async () => {
    const { socket, replies } = await openConnection();
    socket.write(Buffer.concat([message({ insert: "t", documents: [{ _id: 1 }], $db: "wire" }), message({ count: "t", $db: "wire" }, 2)]));
    await eventually(() => replies.length === 2);
    expect(replies).toMatchObject([
      { n: 1, ok: 1 },
      { n: 1, ok: 1 },
    ]);
  });

  it.each([
    ["random bytes", Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 7919) % 256))],
    ["a length below the header", Buffer.from([5, 0, 0, 0, 1, 2, 3, 4, 5])],
    ["a length beyond the limit", Buffer.from([255, 255, 255, 127, 0, 0, 0, 0])],
    ["an unknown operation", Buffer.from([16, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9, 9, 0, 0])],
    [
      "an empty document in a sequence",
      Buffer.from([35, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 221, 7, 0, 0, 0, 0, 0, 0, 1, 14, 0, 0, 0, 97, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ],
    ["an unterminated array", message({ insert: "t", documents: [{ a: 1 }], $db: "wire" }).fill(255, 40)],
  ])("the server closes only the connection that sends %s", async (_what, bytes) => {
    const { socket } = await openConnection();
    socket.write(bytes);
    await eventually(() => socket.destroyed || socket.readableEnded);
    expect(await isAlive()).toBe(true);
  });
});

describe("limits and refusals", () => {
  it("STO-10 a document of 16 MB is stored and read, and one more byte is refused in an insert and in an update", async () => {
    const large = store.database.collection<{ _id: number; text: string }>("large");
    const empty = mongo.BSON.calculateObjectSize({ _id: 1, text: "" });
    const text = "x".repeat(16 * 1024 * 1024 - empty);
    await large.insertOne({ _id: 1, text });
    expect((await large.findOne({ _id: 1 }))?.text).toBe(text);
    expect(await serverErrorOf(() => large.updateOne({ _id: 1 }, { $set: { text: `${text}x` } }))).toMatchObject({ code: 17419 });
    const { socket, replies } = await openConnection();
    socket.write(message({ insert: "large", documents: [{ _id: 2, text: `${text}x` }], $db: "wire" }));
    await eventually(() => replies.length === 1);
    expect(replies[0]).toMatchObject({ n: 0, writeErrors: [{ code: 2 }] });
  });

  it("splits a large result into several batches", async () => {
    const wide = store.database.collection<{ _id: number; text: string }>("wide");
    const text = "x".repeat(3_000_000);
    for (let _id = 0; _id < 8; _id++) await wide.insertOne({ _id, text });
    expect((await wide.find({}).toArray()).map(({ _id }) => _id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it.each([
    ["an unknown command", { makeCoffee: 1 }, 59],
    ["client.bulkWrite", { bulkWrite: 1, ops: [], nsInfo: [] }, 59],
    ["mapReduce", { mapReduce: "t" }, 59],
    ["a command named like an inherited property", { constructor: 1 }, 59],
    ["an unknown field of a command", { find: "t", nope: 1 }, 40415],
    ["a collection name that is not a string", { find: 1 }, 73],
    ["a capped collection", { create: "t", capped: true, size: 10 }, 40_415],
    ["a time-series collection", { create: "t", timeseries: { timeField: "at" } }, 40_415],
    ["a wildcard index", { createIndexes: "t", indexes: [{ key: { "$**": 1 }, name: "w" }] }, 67],
    ["a change stream", { aggregate: "t", pipeline: [{ $changeStream: {} }], cursor: {} }, 40_324],
    ["a collection name with a dollar sign", { create: "a$b" }, 73],
    ["authentication", { saslStart: 1, mechanism: "PLAIN", payload: "" }, 18],
  ])("refuses %s", async (_what, command, code) => {
    expect(await serverErrorOf(() => store.database.command(command))).toMatchObject({ code });
  });

  it("refuses the 1,001st open cursor of a connection", async () => {
    const { socket, replies } = await openConnection();
    await store.client.db("wire").collection("many").insertMany([{}, {}, {}]);
    for (let count = 0; count <= 1000; count++) socket.write(message({ find: "many", batchSize: 1, $db: "wire" }, count));
    await eventually(() => replies.length === 1001);
    expect(replies.filter(({ ok }) => ok !== 1)).toMatchObject([{ code: 146 }]);
  });

  it("refuses to listen on an address other than loopback", async () => {
    await expect(startEmbeddedMongo({ host: "0.0.0.0" })).rejects.toThrow("loopback only");
  });
});

describe("fields named like inherited properties", () => {
  const hostile = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"plain":{"__proto__":{"x":2}}}');

  it("fields named like inherited properties are stored, updated, projected and computed as plain data", async () => {
    const names = store.database.collection<{ _id: number; plain?: unknown }>("names");
    await names.insertOne({ _id: 1, ...hostile, ["__proto__"]: { polluted: 1 } });
    await names.updateOne({ _id: 1 }, { $set: { "__proto__.second": 2, "plain.__proto__.y": 3 } });
    const [copied] = await names.aggregate([{ $project: { _id: 0, copy: "$plain", ["__proto__"]: { z: "$_id" } } }]).toArray();
    expect(JSON.stringify(copied)).toBe('{"__proto__":{"z":1},"copy":{"__proto__":{"x":2,"y":3}}}');
    const found = await names.findOne({ _id: 1 }, { projection: { plain: 1, "__proto__.second": 1 } });
    expect(JSON.stringify(found)).toBe('{"_id":1,"__proto__":{"second":2},"plain":{"__proto__":{"x":2,"y":3}}}');
    expect(({} as { polluted?: unknown; second?: unknown }).polluted).toBeUndefined();
    expect(({} as { second?: unknown }).second).toBeUndefined();
  });
});
