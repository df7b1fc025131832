import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Connection } from "mongoose";
import { dropAndClose, freshDatabase } from "../mongo/database-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { aReader, attachReader, aWriter, type Reader, upTo, type Writer } from "./durable-fixture.ts";
import { overJetStream, type StreamUnderTest } from "./stream-fixtures.ts";

describe("events while the bus fails", () => {
  let server: NatsServer;
  let under: StreamUnderTest;
  let connection: Connection;
  let writer: Writer;
  let reader: Reader;

  beforeEach(async () => {
    server = await startNatsServer();
    under = await overJetStream(server.url, "bus");
    connection = freshDatabase();
    writer = await aWriter({ connection, stream: under.stream });
    reader = await aReader({ connection });
    await writer.outbox.start();
    await attachReader(under.stream, reader);
  });
  afterEach(async () => {
    await writer.outbox.stop();
    await under.close();
    await server.dispose();
    await dropAndClose(connection);
  });

  it("O1 events wait in the outbox while the bus is down, and are published within 5 s of its return", async () => {
    await server.stop("SIGKILL");
    await writer.write(upTo(50));
    expect(await writer.outbox.pending()).toBe(50);
    expect(await reader.effects()).toEqual([]);
    await server.start();
    await eventually(async () => expect(await writer.outbox.pending()).toBe(0), 5_000);
    await eventually(async () => expect(await reader.effects()).toEqual(upTo(50)));
  });

  it("E4 O1 O2 N1 events are neither lost nor applied twice when the bus is killed three times under load", async () => {
    let next = 0;
    let loading = true;
    // At most 200 events a second, so that the backlog does not grow with the speed of the machine.
    const load = async () => {
      while (loading) {
        await Promise.all([writer.write([next++]), pause(15)]);
      }
    };
    const loads = Promise.all([load(), load(), load()]);
    for (const _ of upTo(3)) {
      await pause(500);
      await server.stop("SIGKILL");
      await pause(300);
      await server.start();
    }
    loading = false;
    await loads;
    expect(next).toBeGreaterThan(100);
    await eventually(async () => expect(await writer.outbox.pending()).toBe(0));
    await eventually(async () => expect(await reader.effects()).toHaveLength(next));
    expect(await reader.effects()).toEqual(upTo(next));
    expect(await under.dead()).toEqual([]);
  });

  it("E5 O1 N1 events are published again to a bus that lost its store: a new consumer reads all, an old one applies none twice", async () => {
    await writer.write(upTo(30));
    await eventually(async () => expect(await reader.effects()).toEqual(upTo(30)));
    await eventually(async () => expect(await writer.outbox.pending()).toBe(0));

    await server.stop("SIGKILL");
    await server.wipe();
    await writer.write([30]);
    await server.start();

    const late = freshDatabase();
    try {
      const lateReader = await aReader({ connection: late });
      await attachReader(under.stream, lateReader, "late");
      await eventually(async () => expect(await lateReader.effects()).toEqual(upTo(31)));
    } finally {
      await dropAndClose(late);
    }
    await eventually(async () => expect(await writer.outbox.pending()).toBe(0));
    expect(await reader.effects()).toEqual(upTo(31));
  });
});
