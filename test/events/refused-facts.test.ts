import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Connection } from "mongoose";
import { connect, headers, type NatsConnection } from "nats";
import { shiftableClock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { EventEnvelope } from "#libs/platform/events/event-stream.ts";
import { createInbox } from "#libs/platform/events/inbox.ts";
import { streamNames } from "#libs/platform/events/jetstream-streams.ts";
import { databaseOf } from "#libs/platform/mongo/database.ts";
import { transactionOn } from "#libs/platform/mongo/transaction.ts";
import { dropAndClose, freshDatabase } from "../mongo/database-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { aReader, attachReader, messageSent, type Reader } from "./durable-fixture.ts";
import { overJetStream, type StreamUnderTest } from "./stream-fixtures.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

describe("an event whose subject, id or headers contradict its content", () => {
  const clock = shiftableClock();
  let server: NatsServer;
  let under: StreamUnderTest;
  let connection: Connection;
  let reader: Reader;
  let nats: NatsConnection;

  beforeAll(async () => {
    server = await startNatsServer();
    under = await overJetStream(server.url, "refused");
    connection = freshDatabase();
    reader = await aReader({ connection, clock });
    await attachReader(under.stream, reader);
    nats = await connect({ servers: server.url });
  });
  beforeEach(() => void under.refused.splice(0));
  afterAll(async () => {
    await nats.close();
    await under.close();
    await server.dispose();
    await dropAndClose(connection);
  });

  const fact = (number: number, overrides: Partial<EventEnvelope> = {}): EventEnvelope => {
    const at = clock.now().toISOString();
    return { id: uuid(), event: messageSent.name, at, payload: { number }, requestId: null, source: "messaging", ...overrides };
  };
  /** Stores an event as a foreign client would. */
  const store = async (envelope: EventEnvelope, names: Readonly<Record<string, string>> = {}) => {
    const given = headers();
    for (const [name, value] of Object.entries(names)) given.set(name, value);
    await nats.jetstream().publish(`refused.evt.${messageSent.name}`, JSON.stringify(envelope), { headers: given });
  };
  const isDead = (envelope: EventEnvelope) =>
    eventually(async () => expect((await under.dead()).map(({ id }) => id)).toContain(envelope.id));

  it.each([
    ["owner", { source: "content" }],
    ["event", { event: "message.replied" }],
    ["age", { at: new Date(Date.now() - 15 * DAY_MS - 60_000).toISOString() }],
    ["age", { at: "yesterday" }],
  ])("BUS-08 an event is not applied but put aside and counted as %s", async (reason, overrides) => {
    const forged = fact(1, overrides);
    await store(forged);
    await isDead(forged);
    expect(under.refused).toEqual([{ group: "notification", reason }]);
    expect(await reader.effects()).not.toContain(1);
  });

  it("BUS-08 an event with headers that no owner sets is not applied, such as a stored event that the stream sent", async () => {
    const reflected = fact(2);
    await store(reflected, { "Nats-Stream": "REFUSED_EVENTS" });
    const renamed = fact(3);
    await store(renamed, { "Nats-Msg-Id": uuid() });
    await isDead(reflected);
    await isDead(renamed);
    expect(under.refused.map(({ reason }) => reason)).toEqual(["headers", "headers"]);
    expect(await reader.effects()).toEqual([]);
  });

  it("BUS-08 an event is applied when everything agrees, also fourteen days later", async () => {
    const late = fact(4, { at: new Date(clock.now().getTime() - 14 * DAY_MS).toISOString() });
    await store(late, { "Nats-Msg-Id": late.id, traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" });
    await under.stream.publish(fact(5));
    await eventually(async () => expect(await reader.effects()).toEqual([4, 5]));
    expect(under.refused).toEqual([]);
  });

  it("BUS-08 an event is applied once although another event has taken its id, in the stream and in the inbox", async () => {
    const real = fact(6);
    await under.stream.publish({ ...real, event: "creator.status_changed", source: "creator" });
    const inbox = createInbox({ database: databaseOf(connection), clock });
    const taken = { group: "notification", facts: [{ id: real.id, event: "creator.status_changed" }] };
    expect(await inbox.applyOnce(taken, transactionOn(connection), async () => undefined)).toBe(true);
    await under.stream.publish(real);
    await eventually(async () => expect(await reader.effects()).toContain(6));
    await store(real);
    const next = fact(7);
    await store(next);
    await eventually(async () => expect(await reader.effects()).toContain(7));
    expect((await reader.effects()).filter((number) => number === 6)).toEqual([6]);
  });

  it("BUS-08 an event with a malformed id is put aside and not tried again", async () => {
    const strange = fact(8, { id: "x".repeat(100_000) });
    await store(strange);
    await isDead(strange);
    expect(await reader.effects()).not.toContain(8);
  });

  it("BUS-08 a dead letter is stored although a foreign message has taken the id by which the stream would recognize it", async () => {
    const names = streamNames("refused");
    const manager = await nats.jetstreamManager();
    const { last_seq } = (await manager.streams.info(names.events)).state;
    const msgID = `${names.durable("notification", messageSent.name)}:${under.stream.generation()}:${last_seq + 1}`;
    await nats.jetstream().publish(names.deadLetterSubject("content", messageSent.name), "{}", { msgID });
    const forged = fact(9, { source: "content" });
    await store(forged);
    await isDead(forged);
  });
});
