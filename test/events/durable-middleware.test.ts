import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { ServiceBroker, type ServiceSchema } from "moleculer";
import type { Connection } from "mongoose";
import { systemClock } from "#libs/kernel/clock.ts";
import { type DurableParts, durableMiddleware } from "#libs/platform/events/durable-middleware.ts";
import { createInbox } from "#libs/platform/events/inbox.ts";
import { type MemoryStream, memoryStream } from "#libs/platform/events/memory-stream.ts";
import { on } from "#libs/platform/events/on.ts";
import { databaseOf } from "#libs/platform/mongo/database.ts";
import { transactionOn } from "#libs/platform/mongo/transaction.ts";
import { dropAndClose, freshDatabase } from "../mongo/database-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { aWriter, messageSent } from "./durable-fixture.ts";
import { silent } from "./stream-fixtures.ts";

describe("durable events of services", () => {
  let connection: Connection;
  let stream: MemoryStream;

  beforeEach(() => {
    connection = freshDatabase();
    stream = memoryStream({ logger: silent });
  });
  afterEach(() => dropAndClose(connection));

  it("travel from the outbox of one service to the subscription of another", async () => {
    const writer = await aWriter({ connection, stream });
    const seen: string[] = [];
    const deps = { inbox: createInbox({ database: databaseOf(connection), clock: systemClock }), transaction: transactionOn(connection) };
    const remember = on(messageSent, deps, async ({ number }, { envelope }) => {
      await pause(100);
      seen.push(`${envelope.source} ${number}`);
    });
    const broker = new ServiceBroker({ logger: false, middlewares: [durableMiddleware({ stream, logger: silent })] });
    const messaging: ServiceSchema & DurableParts = { name: "messaging", outbox: writer.outbox };
    const notification: ServiceSchema & DurableParts = { name: "notification", durable: [remember] };
    broker.createService(messaging);
    broker.createService(notification);
    await writer.write([1]);
    await broker.start();
    await eventually(() => expect(seen).toEqual(["messaging 1"]));
    const inbox = await connection.collection<{ _id: string }>("inbox").find().toArray();
    expect(inbox.map(({ _id }) => _id.split(":")[0])).toEqual(["notification"]);

    await writer.write([2]);
    await eventually(async () => expect(await writer.outbox.pending()).toBe(0));
    await broker.stop();
    expect(seen).toEqual(["messaging 1", "messaging 2"]);
    await writer.write([3]);
    await pause(50);
    expect(await writer.outbox.pending()).toBe(1);
  });

  it("an outbox begins to publish when all services of the process have started, and at once for one that is added later", async () => {
    const broker = new ServiceBroker({ logger: false, middlewares: [durableMiddleware({ stream, logger: silent })] });
    const { outbox } = await aWriter({ connection, stream });
    const events: string[] = [];
    const begins = (name: string): ServiceSchema & DurableParts => ({
      name,
      outbox: { ...outbox, start: async () => void events.push(`${name} publishes`), stop: async () => undefined },
    });
    broker.createService(begins("first"));
    broker.createService({
      name: "slow",
      async started() {
        await pause(50);
        events.push("slow has started");
      },
    });
    await broker.start();
    broker.createService(begins("added"));
    await eventually(() => expect(events).toEqual(["slow has started", "first publishes", "added publishes"]));
    await broker.stop();
  });
});
