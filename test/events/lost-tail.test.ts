import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Connection } from "mongoose";
import { connect } from "nats";
import { MINUTE, shiftableClock } from "#libs/kernel/clock.ts";
import type { LastFacts, StoredFacts } from "#libs/platform/events/event-stream.ts";
import { streamNames } from "#libs/platform/events/jetstream-streams.ts";
import { dropAndClose, freshDatabase } from "../mongo/database-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { aReader, attachReader, aWriter, type Reader, upTo, type Writer } from "./durable-fixture.ts";
import { overJetStream, type StreamUnderTest } from "./stream-fixtures.ts";

const NAMESPACE = "tail";

describe("events that the bus has confirmed and lost", () => {
  const clock = shiftableClock();
  let server: NatsServer;
  let under: StreamUnderTest;
  let connections: Connection[];
  let writer: Writer;
  let lost: number;
  let answers: LastFacts["last"][];

  const database = () => {
    const connection = freshDatabase();
    connections.push(connection);
    return connection;
  };
  const sent = async (numbers: readonly number[]) => {
    await writer.write(numbers);
    await eventually(async () => expect(await writer.outbox.pending()).toBe(0));
  };
  const applied = (reader: Reader, numbers: readonly number[]) => eventually(async () => expect(await reader.effects()).toEqual(numbers));

  beforeEach(async () => {
    [connections, lost, answers] = [[], 0, []];
    server = await startNatsServer();
    under = await overJetStream(server.url, NAMESPACE);
    // The query takes time, as it does when another process answers.
    const lastFacts: StoredFacts["lastFacts"] = async (events) => {
      await pause(500);
      const answer = await under.stream.lastFacts(events);
      answers.push(answer.last);
      return answer;
    };
    const stored = { ...under.stream, lastFacts };
    writer = await aWriter({ connection: database(), stream: under.stream, stored, clock, onLost: (count) => (lost += count) });
    await writer.outbox.start();
  });
  afterEach(async () => {
    await writer.outbox.stop();
    await under.close();
    await server.dispose();
    await Promise.all(connections.map(dropAndClose));
  });

  it("LOD-06 lost events are published again and applied once, also by a group whose consumer stands beyond the end", async () => {
    const reader = await aReader({ connection: database() });
    const fresh = await aReader({ connection: database() });
    await attachReader(under.stream, reader, "remembers");
    const leave = await attachReader(under.stream, await aReader({ connection: database() }), "forgets");
    await sent([0]);
    await applied(reader, [0]);
    await server.stop();
    const restore = await server.copyMessages();
    await server.start();

    await sent(upTo(21).slice(1));
    await applied(reader, upTo(21));
    // This consumer group has acknowledged everything, and loses its effects with its database. So everything that reaches it is a
    // redelivery.
    await leave();
    await server.stop();
    await restore();
    await attachReader(under.stream, fresh, "forgets");
    await server.start();

    await eventually(() => expect(lost).toBe(20));
    await applied(fresh, upTo(21));
    await sent([21]);
    await applied(fresh, upTo(22));
    await applied(reader, upTo(22));
    expect(lost).toBe(20);
    expect(await under.dead()).toEqual([]);
  });

  it("LOD-06 lost events are published before new ones when the server is new to the outbox", async () => {
    await sent([0]);
    await server.stop();
    const restore = await server.copyMessages();
    await server.start();
    await sent(upTo(11).slice(1));
    await server.stop();
    await restore();
    await server.start();
    await eventually(() => expect(under.stream.serverId()).not.toBeNull());
    // More new events than were lost, so the end of the stream no longer shows the gap.
    await writer.write(upTo(40).slice(11));
    const late = await aReader({ connection: database() });
    await attachReader(under.stream, late, "late");
    await applied(late, upTo(40));
    expect(lost).toBe(10);
  });

  it("LOD-06 lost events may lie before the first event of an outbox: the query recreates consumers that stand beyond the end", async () => {
    await sent([0]);
    expect(answers[0]).toEqual({});
  });

  it("LOD-06 the job finds lost events between others", async () => {
    await sent(upTo(10));
    const nats = await connect({ servers: server.url });
    const manager = await nats.jetstreamManager();
    const { events } = streamNames(NAMESPACE);
    for (const seq of [3, 7]) await manager.streams.deleteMessage(events, seq);
    await nats.close();
    // The server deduplicates against the ids of deleted events until it restarts.
    await server.stop();
    await server.start();
    await eventually(() => expect(under.stream.generation()).not.toBeNull());

    await writer.outbox.reconcile();
    expect(lost).toBe(0);
    clock.advance(2 * MINUTE);
    await writer.outbox.reconcile();
    expect(lost).toBe(2);
    const late = await aReader({ connection: database() });
    await attachReader(under.stream, late, "late");
    await applied(late, upTo(10));
  });
});
