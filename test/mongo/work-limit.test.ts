import { channel } from "node:diagnostics_channel";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Schema } from "mongoose";
import { MAX_WORK } from "#libs/platform/mongo/connect.ts";
import { databaseOf } from "#libs/platform/mongo/database.ts";
import { isStoreUnavailable } from "#libs/platform/mongo/store-unavailable.ts";
import { workLimit } from "#libs/platform/mongo/work-limit.ts";
import { eventually } from "../support/eventually.ts";
import { dropAndClose, freshDatabase } from "./database-fixture.ts";

interface Counter {
  _id: string;
  count: number;
}

/** Connections per database: `maxPoolSize` of the driver. */
const CONNECTIONS = 20;

describe("work with a database", () => {
  let updatesSent = 0;
  // Subscribes before the connection is opened, because the connection checks for listeners only then.
  const onCommand = (message: unknown) => {
    const { event, details } = message as { event: string; details: { commandName: string } };
    if (event === "commandStarted" && details.commandName === "update") updatesSent += 1;
  };
  channel("mongo:command").subscribe(onCommand);
  const connection = freshDatabase();
  const database = databaseOf(connection);
  const schema = new Schema<Counter>({ _id: String, count: Number }, { versionKey: false });
  const counters = database.collection({ name: "counters", schema });
  beforeAll(async () => {
    await database.createIndexes();
    await counters.insert({ _id: "a", count: 0 });
  });
  afterAll(async () => {
    channel("mongo:command").unsubscribe(onCommand);
    await dropAndClose(connection);
  });

  it("LOD-05 leaves connections for an open transaction, for any number of waiting writes", async () => {
    const [locked, steps] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const transaction = database.transaction(async (tx) => {
      await counters.updateOne({ _id: "a" }, { $inc: { count: 1 } }, { tx });
      locked.resolve();
      await steps.promise;
      for (let step = 0; step < 5; step += 1) await counters.find({ _id: "a" }, { tx });
    });
    await locked.promise;
    updatesSent = 0;
    // More writes than connections. A write with a connection waits in the database for the end of the transaction.
    const writes = Array.from({ length: CONNECTIONS * 2 }, () => counters.updateOne({ _id: "a" }, { $inc: { count: 1 } }));
    await eventually(() => expect(updatesSent).toBe(MAX_WORK - 1));
    steps.resolve();
    await transaction;
    await Promise.all(writes);
    expect(await counters.findOne({ _id: "a" })).toMatchObject({ count: 1 + CONNECTIONS * 2 });
  });

  it("LOD-05 work that finds no room in time is refused as by an unavailable database; other work keeps its order", async () => {
    const limit = workLimit(1, 50);
    const done: string[] = [];
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const work = (name: string, until: Promise<void>) => limit.run(() => until.then(() => void done.push(name)));
    const running = work("first", first.promise);
    const refused = await work("never", Promise.resolve()).catch((error: unknown) => error);
    expect(isStoreUnavailable(refused)).toBe(true);
    const waiting = [work("second", second.promise), work("third", Promise.resolve())];
    first.resolve();
    await running;
    second.resolve();
    await Promise.all(waiting);
    expect(done).toEqual(["first", "second", "third"]);
  });

  it("LOD-05 needs no further room for what belongs to it, also after it has failed", async () => {
    const limit = workLimit(1, 50);
    expect(await limit.run(() => limit.run(async () => "inner"))).toBe("inner");
    await expect(limit.run(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(await limit.run(async () => "next")).toBe("next");
  });
});
