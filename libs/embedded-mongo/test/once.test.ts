import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { mongo } from "mongoose";
import { SessionRegistry } from "../commands/session-registry.ts";
import { Store } from "../store/store.ts";
import { rawConnection } from "./support/raw-connection.ts";
import { startServerProcess } from "./support/server-process.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "embedded-mongo-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

type Commands = readonly mongo.Document[];

/** Sends commands to a server, kills it, and sends the last one again to the next server of the same directory. */
async function repeatAfterKill(commands: Commands, check: mongo.Document) {
  let first: mongo.Document = {};
  const killed = await startServerProcess("--data-dir", directory);
  const connection = await rawConnection(killed.uri);
  for (const command of commands) {
    first = await connection.send(command);
    expect(first).toMatchObject({ ok: 1 });
  }
  await killed.end("SIGKILL");
  connection.socket.destroy();
  const server = await startServerProcess("--data-dir", directory);
  const again = await rawConnection(server.uri);
  const repeated = await again.send(commands.at(-1) ?? {});
  const found = await again.send(check);
  again.socket.destroy();
  await server.end("SIGTERM");
  return { first, repeated, found: found.cursor.firstBatch };
}

const lsid = () => ({ id: new mongo.UUID() });
const seed = {
  insert: "counters",
  documents: [
    { _id: 1, n: 0 },
    { _id: 2, n: 0 },
  ],
  $db: "once",
};
const all = { find: "counters", $db: "once" };

describe("a command that is repeated with its session and number after a crash", () => {
  it.each([
    ["insert", { insert: "counters", documents: [{ n: 7 }] }, [{ n: 0 }, { n: 0 }, { n: 7 }]],
    ["update", { update: "counters", updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }] }, [{ n: 1 }, { n: 0 }]],
    ["delete", { delete: "counters", deletes: [{ q: { n: 0 }, limit: 1 }] }, [{ n: 0 }]],
    ["findAndModify", { findAndModify: "counters", query: { _id: 1 }, update: { $inc: { n: 1 } }, new: true }, [{ n: 1 }, { n: 0 }]],
  ])("STO-03 a command that is repeated after a crash is applied once: %s", async (_what, command, expected) => {
    const retryable = { ...command, lsid: lsid(), txnNumber: mongo.Long.fromInt(1), $db: "once" };
    const { first, repeated, found } = await repeatAfterKill([seed, retryable], all);
    expect(found).toMatchObject(expected);
    expect({ n: repeated.n, value: repeated.value, ok: repeated.ok }).toEqual({ n: first.n, value: first.value, ok: 1 });
    expect(repeated.retriedStmtIds).toEqual([0]);
  });

  it("STO-03 a bulk write that is repeated after a crash applies each statement once", async () => {
    const updates = [1, 2, 1].map((_id) => ({ q: { _id }, u: { $inc: { n: 1 } } }));
    const bulk = { update: "counters", updates, lsid: lsid(), txnNumber: mongo.Long.fromInt(3), $db: "once" };
    const { repeated, found } = await repeatAfterKill([seed, bulk], all);
    expect(found).toMatchObject([{ n: 2 }, { n: 1 }]);
    expect(repeated).toMatchObject({ n: 3, nModified: 3, retriedStmtIds: [0, 1, 2] });
  });

  it("STO-03 a commit that is repeated after a crash is applied once", async () => {
    const transaction = { lsid: lsid(), txnNumber: mongo.Long.fromInt(1), autocommit: false };
    const update = { update: "counters", updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }], $db: "once" };
    const { repeated, found } = await repeatAfterKill(
      [seed, { ...update, ...transaction, startTransaction: true }, { commitTransaction: 1, ...transaction, $db: "admin" }],
      all,
    );
    expect(found).toMatchObject([{ n: 1 }, { n: 0 }]);
    expect(repeated).toMatchObject({ ok: 1 });
  });

  it("STO-03 a repeated command is refused if the crash has ended its transaction", async () => {
    const transaction = { lsid: lsid(), txnNumber: mongo.Long.fromInt(1), autocommit: false };
    const update = { update: "counters", updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }], $db: "once" };
    const statement = { ...update, ...transaction };
    const killed = await startServerProcess("--data-dir", directory);
    const connection = await rawConnection(killed.uri);
    await connection.send(seed);
    await connection.send({ ...statement, startTransaction: true });
    await killed.end("SIGKILL");
    connection.socket.destroy();
    const server = await startServerProcess("--data-dir", directory);
    const again = await rawConnection(server.uri);
    expect(await again.send({ commitTransaction: 1, ...transaction, $db: "admin" })).toMatchObject({ ok: 0, code: 251 });
    again.socket.destroy();
    await server.end("SIGTERM");
  });
});

describe("the results of a session", () => {
  it("STO-03 the results of a session are deleted 30 minutes after its last write", async () => {
    const store = new Store({ file: null, fsync: false, onFailure: () => {} });
    const sessions = new SessionRegistry(store);
    const id = { id: new mongo.BSON.UUID() };
    const session = sessions.get(id);
    if (!session) throw new Error("no session");
    session.transactionNumber = 4n;
    session.statements.set(0, { n: 1 });
    sessions.save(session);
    await store.settled(false);
    const now = Date.now();
    const later = (minutes: number) => {
      sessions.forgetExpired(now + minutes * 60_000);
      return new SessionRegistry(store).get(id);
    };
    expect(later(29)?.statements.get(0)).toEqual({ n: 1 });
    expect(later(31)).toMatchObject({ transactionNumber: -1n, statements: new Map() });
    await store.close();
  });
});
