import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { mongo } from "mongoose";
import { message, type RawConnection, rawConnection } from "./support/raw-connection.ts";
import { type ServerProcess, startServerProcess } from "./support/server-process.ts";

interface Account {
  _id: number;
  balance: number;
}
const DATABASE = "abandoned";
const HOLD = fileURLToPath(new URL("./support/hold-transaction.ts", import.meta.url));
const { Long, UUID } = mongo.BSON;

let server: ServerProcess;
let client: mongo.MongoClient;
let accounts: mongo.Collection<Account>;

beforeAll(async () => {
  server = await startServerProcess();
  client = await new mongo.MongoClient(server.uri).connect();
  accounts = client.db(DATABASE).collection<Account>("accounts");
});
beforeEach(async () => {
  await accounts.deleteMany({});
  await accounts.insertMany([0, 1, 2].map((_id) => ({ _id, balance: 100 })));
});
afterAll(async () => {
  await client.close();
  await server.end("SIGKILL");
});

/** A transaction whose statements the test sends over connections of its choice. */
function openTransaction() {
  const fields = { lsid: { id: new UUID() }, txnNumber: Long.fromNumber(1), autocommit: false, $db: DATABASE };
  let isFirst = true;
  const send = (connection: RawConnection, body: mongo.Document) => connection.send({ ...body, ...fields });
  return {
    increment(connection: RawConnection, _id: number) {
      const start = isFirst ? { startTransaction: true } : {};
      isFirst = false;
      return send(connection, { update: "accounts", updates: [{ q: { _id }, u: { $inc: { balance: 1 } } }], ...start });
    },
    commit: (connection: RawConnection) => send(connection, { commitTransaction: 1, $db: "admin" }),
  };
}
const balanceOf = async (_id: number): Promise<number | undefined> => (await accounts.findOne({ _id }))?.balance;

describe("a client process that dies", () => {
  it("STO-14 a killed client's locks and keys are free within a second, and its transaction leaves no write behind", async () => {
    const holder = spawn(process.execPath, [HOLD, server.uri, DATABASE], { stdio: ["ignore", "pipe", "inherit"] });
    await once(holder.stdout, "data");
    const gone = once(holder, "exit");
    holder.kill("SIGKILL");
    await gone;
    const maxTimeMS = 1000;
    await Promise.all([
      accounts.updateOne({ _id: 0 }, { $inc: { balance: 5 } }, { maxTimeMS }),
      accounts.insertOne({ _id: 9, balance: 7 }, { maxTimeMS }),
      accounts.createIndex({ balance: 1 }, { maxTimeMS }),
    ]);
    expect([await balanceOf(0), await balanceOf(9)]).toEqual([105, 7]);
  });
});

describe("a connection that waits for its own transaction", () => {
  it("STO-14 a connection that waits for its own transaction leaves no lock behind when it closes", async () => {
    const connection = await rawConnection(server.uri);
    await openTransaction().increment(connection, 0);
    const blocked = { update: "accounts", updates: [{ q: { _id: 0 }, u: { $inc: { balance: 1 } } }], $db: DATABASE };
    await new Promise((resolve) => connection.socket.write(message(blocked), resolve));
    connection.socket.destroy();
    await accounts.updateOne({ _id: 0 }, { $inc: { balance: 10 } }, { maxTimeMS: 1000 });
  });
});

describe("a client with several connections", () => {
  it("STO-14 a transaction stays open while one of its connections is open, or another one takes it over at once", async () => {
    const [first, second, third, fourth] = await Promise.all([1, 2, 3, 4].map(() => rawConnection(server.uri)));
    if (!first || !second || !third || !fourth) throw new Error("no connections");
    const [shared, moved, abandoned] = [openTransaction(), openTransaction(), openTransaction()];
    await shared.increment(first, 0);
    await shared.increment(second, 0);
    await moved.increment(first, 1);
    first.socket.destroy();
    expect(await moved.increment(third, 1)).toMatchObject({ ok: 1, n: 1 });
    // this transaction was abandoned last: when it has expired, the time for taking over the others is past
    await abandoned.increment(fourth, 2);
    fourth.socket.destroy();
    await accounts.updateOne({ _id: 2 }, { $inc: { balance: 10 } }, { maxTimeMS: 1000 });
    expect(await shared.commit(second)).toMatchObject({ ok: 1 });
    expect(await moved.commit(second)).toMatchObject({ ok: 1 });
    expect([await balanceOf(0), await balanceOf(1), await balanceOf(2)]).toEqual([102, 102, 110]);
    for (const { socket } of [second, third]) socket.destroy();
  });
});
