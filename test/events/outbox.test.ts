import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { Errors } from "moleculer";
import type { Connection } from "mongoose";
import { outsideActions } from "#libs/contract-kit/running-action.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND, shiftableClock, systemClock } from "#libs/kernel/clock.ts";
import type { EventEnvelope, EventStream } from "#libs/platform/events/event-stream.ts";
import { createInbox } from "#libs/platform/events/inbox.ts";
import { type MemoryStream, memoryStream } from "#libs/platform/events/memory-stream.ts";
import { on } from "#libs/platform/events/on.ts";
import { outboxRows } from "#libs/platform/events/outbox-rows.ts";
import { armableFaults } from "#libs/platform/faults/fault-points.ts";
import { databaseOf } from "#libs/platform/mongo/database.ts";
import { TransactionTimeout } from "#libs/platform/mongo/store-unavailable.ts";
import { transactionOn } from "#libs/platform/mongo/transaction.ts";
import { dropAndClose, freshDatabase } from "../mongo/database-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { aReader, attachReader, aWriter, messageSent, upTo, type Writer } from "./durable-fixture.ts";
import { silent } from "./stream-fixtures.ts";

const LONG_AGO = new Date(0);
const AT = { seq: 1, serverId: "server" };

describe("outbox and inbox", () => {
  let connection: Connection;
  let stream: MemoryStream;
  const writers: Writer[] = [];

  const started = async (parts: Partial<Parameters<typeof aWriter>[0]> = {}) => {
    const writer = await aWriter({ connection, stream, ...parts });
    writers.push(writer);
    await writer.outbox.start();
    return writer;
  };

  beforeEach(async () => {
    connection = freshDatabase();
    stream = memoryStream({ logger: silent });
    await stream.start();
  });
  afterEach(async () => {
    await Promise.all(writers.splice(0).map(({ outbox }) => outbox.stop()));
    await stream.stop();
    await dropAndClose(connection);
  });

  it("TEL-09 outbox and inbox carry an event and its trace unchanged to its consumer, which applies it once", async () => {
    const got: EventEnvelope[] = [];
    const { outbox, transaction } = await started();
    await stream.subscribe({ group: "any", event: messageSent.name }, async (envelope) => void got.push(envelope));
    const payload = { number: 3_000_000_000, more: { empty: {}, none: null, "a.b": [1.5, "$x"] } };
    const origin = { requestId: "r-1", traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
    const id = await outsideActions(origin, () => transaction((tx) => outbox.add(tx, messageSent, { ...payload, note: undefined })));
    await eventually(() => expect(got).toHaveLength(1));
    expect(got[0]).toEqual({ id, event: "message.sent", at: expect.any(String), payload, ...origin, source: "messaging" });
    await eventually(async () => expect(await outbox.pending()).toBe(0));
  });

  it("publish nothing of an aborted transaction", async () => {
    const { outbox, transaction, write } = await started();
    const reader = await aReader({ connection });
    await attachReader(stream, reader);
    const undone = transaction(async (tx) => {
      await outbox.add(tx, messageSent, { number: 666 });
      throw new Error("no funds");
    });
    await expect(undone).rejects.toThrow("no funds");
    await write([1]);
    await eventually(async () => expect(await reader.effects()).toEqual([1]));
    expect(await outbox.pending()).toBe(0);
  });

  it("refuse a payload that breaks its contract or is too large for the bus", async () => {
    const { outbox, transaction } = await started();
    const broken = transaction((tx) => outbox.add(tx, messageSent, { number: 1.5 }));
    await expect(broken).rejects.toThrow("payload of message.sent: number must be a whole number");
    const huge = transaction((tx) => outbox.add(tx, messageSent, { number: 1, note: "x".repeat(300_000) }));
    await expect(huge).rejects.toThrow("more than 262144 bytes");
    expect(await outbox.pending()).toBe(0);
  });

  it("publish an event as soon as its transaction has committed", async () => {
    const { write } = await started();
    const reader = await aReader({ connection });
    await attachReader(stream, reader);
    const durations: number[] = [];
    for (const number of upTo(5)) {
      await write([number]);
      const begin = performance.now();
      await eventually(async () => expect(await reader.effects()).toHaveLength(number + 1));
      durations.push(performance.now() - begin);
    }
    expect(Math.min(...durations)).toBeLessThan(250);
  });

  it("lease an event to the process that wrote it; after the lease any process publishes it", async () => {
    const clock = shiftableClock();
    const published: string[] = [];
    let looks = 0;
    const away: EventStream = { ...stream, generation: () => null };
    const here: EventStream = {
      ...stream,
      publish: async (envelope) => {
        published.push(envelope.id);
        return stream.publish(envelope);
      },
      generation: () => {
        looks += 1;
        return stream.generation();
      },
    };
    const { outbox, write } = await started({ stream: away, clock });
    await started({ stream: here, clock });
    const [id] = await write([1]);
    looks = 0;
    await eventually(() => expect(looks).toBeGreaterThan(2));
    expect(published).toEqual([]);
    clock.advance(4 * SECOND);
    await eventually(async () => expect(await outbox.pending()).toBe(0));
    expect(published).toEqual([id]);
  });

  it("publish each event once when two relays run on one outbox", async () => {
    const published: string[] = [];
    const publish: EventStream["publish"] = async (envelope) => {
      published.push(envelope.id);
      return stream.publish(envelope);
    };
    const counting: EventStream = { ...stream, publish };
    const { write } = await aWriter({ connection, stream });
    const ids = await write(upTo(250));
    const relays = [await started({ stream: counting }), await started({ stream: counting })];
    await eventually(async () => expect(await relays[0]?.outbox.pending()).toBe(0));
    expect(published.sort()).toEqual(ids.sort());
  });

  it("E23 publish the other events when one cannot be published, and that one later", async () => {
    let refuse = true;
    const picky: EventStream = {
      ...stream,
      publish: async (envelope) => {
        if (refuse && (envelope.payload as { number: number }).number === 0) throw new Error("too large");
        return stream.publish(envelope);
      },
    };
    const { outbox, write } = await started({ stream: picky });
    const reader = await aReader({ connection });
    await attachReader(stream, reader);
    await write(upTo(20));
    await eventually(async () => expect(await reader.effects()).toEqual(upTo(20).slice(1)));
    expect(await outbox.pending()).toBe(1);
    refuse = false;
    await eventually(async () => expect(await reader.effects()).toEqual(upTo(20)));
  });

  it("publish an event again after its lease when the relay failed to mark it", async () => {
    const faults = armableFaults();
    const clock = shiftableClock();
    const { outbox, write } = await started({ faults, clock });
    const reader = await aReader({ connection });
    await attachReader(stream, reader);
    faults.arm({ point: "outbox.published", mode: "error", times: 1 });
    await write([1]);
    await eventually(async () => expect(await reader.effects()).toEqual([1]));
    expect(await outbox.pending()).toBe(1);
    clock.advance(4 * SECOND);
    await eventually(async () => expect(await outbox.pending()).toBe(0));
    expect(await reader.effects()).toEqual([1]);
  });

  it("E13 apply each event once when it is delivered one to five times in any order", async () => {
    const reader = await aReader({ connection });
    const envelopes = upTo(30).map((number) => {
      const at = new Date().toISOString();
      return { id: `event-${number}`, event: messageSent.name, at, payload: { number }, requestId: null, source: "messaging" };
    });
    const deliveries = envelopes
      .flatMap((envelope) => Array.from({ length: 1 + Math.floor(Math.random() * 5) }, () => envelope))
      .map((envelope) => ({ envelope, order: Math.random() }))
      .sort((a, b) => a.order - b.order);
    await Promise.all(deliveries.map(({ envelope }) => reader.subscription.apply("notification", envelope)));
    expect(await reader.effects()).toEqual(upTo(30));
  });

  it("apply an event once for each group", async () => {
    const reader = await aReader({ connection });
    const { write } = await started();
    for (const group of ["notification", "webhook"]) await attachReader(stream, reader, group);
    await write([1]);
    await eventually(async () => expect(await reader.effects()).toEqual([1, 1]));
  });

  it("run no transaction and record nothing for an event that does not concern the consumer", async () => {
    const applied: number[] = [];
    const deps = { inbox: createInbox({ database: databaseOf(connection), clock: systemClock }), transaction: transactionOn(connection) };
    const { apply, event: name } = on(messageSent, deps, async ({ number }) => void applied.push(number), {
      concerns: ({ number }) => number % 2 === 0,
    });
    await stream.subscribe({ group: "notification", event: name }, (envelope) => apply("notification", envelope));
    const { write } = await started();
    await write(upTo(4));
    await eventually(async () => expect(await connection.collection("inbox").countDocuments()).toBe(2));
    await stream.idle();
    expect(applied.sort()).toEqual([0, 2]);
    expect(await connection.collection("inbox").countDocuments()).toBe(2);
  });

  it("E23 O2 move a payload that breaks the contract to the dead letters at once and deliver the others", async () => {
    const reader = await aReader({ connection });
    await attachReader(stream, reader);
    const at = new Date().toISOString();
    await stream.publish({ id: "bad", event: messageSent.name, at, payload: { number: "seven" }, requestId: null, source: "messaging" });
    const { write } = await started();
    await write([1]);
    await eventually(async () => expect(await reader.effects()).toEqual([1]));
    expect(stream.dead).toMatchObject([{ group: "notification", attempts: 1, envelope: { id: "bad" } }]);
  });

  it("E11 O2 retry an event for as long as the store or another service is unavailable", async () => {
    const attempts: number[] = [];
    const failures = [
      new TransactionTimeout(1),
      new AppError("error.service_unavailable"),
      new Errors.RequestTimeoutError({ action: "a.b", nodeID: "n" }),
    ];
    const deps = { inbox: createInbox({ database: databaseOf(connection), clock: systemClock }), transaction: transactionOn(connection) };
    const { apply, event: name } = on(messageSent, deps, async () => {
      const failure = failures[attempts.length % failures.length];
      if (attempts.length < 9) throw failure;
    });
    await stream.subscribe({ group: "notification", event: name, backoffMs: [1], maxDeliver: 2 }, async (envelope, attempt) => {
      attempts.push(attempt);
      await apply("notification", envelope);
    });
    const { write } = await started();
    await write([1]);
    await eventually(async () => expect(await connection.collection("inbox").countDocuments()).toBe(1));
    expect(attempts).toEqual(upTo(9).map((number) => number + 1));
    expect(stream.dead).toEqual([]);
  });

  it("publish the retained events again to a new in-process stream, without a second effect", async () => {
    const lateConnection = freshDatabase();
    const reader = await aReader({ connection });
    const first = await started();
    await attachReader(stream, reader);
    await first.write(upTo(5));
    await eventually(async () => expect(await reader.effects()).toEqual(upTo(5)));
    await eventually(async () => expect(await first.outbox.pending()).toBe(0));
    await first.outbox.stop();
    await stream.stop();
    stream = memoryStream({ logger: silent });
    const late = await aReader({ connection: lateConnection });
    await attachReader(stream, reader);
    await attachReader(stream, late, "late");
    await started();
    await eventually(async () => expect(await late.effects()).toEqual(upTo(5)));
    await stream.idle();
    expect(await reader.effects()).toEqual(upTo(5));
    await dropAndClose(lateConnection);
  });

  it("reopen exactly the events that were published to another generation of the stream", async () => {
    const { write } = await aWriter({ connection, stream });
    await write(upTo(4));
    const rows = outboxRows(databaseOf(connection));
    const [earlier, later, same, open] = await rows.claim(systemClock.now(), new Date(Date.now() + 60 * SECOND), 10);
    if (!earlier || !later || !same || !open) throw new Error("four facts were written");
    await rows.markPublished([{ id: earlier._id, ...AT }], systemClock.now(), "a");
    await rows.markPublished([{ id: later._id, ...AT }], systemClock.now(), "z");
    await rows.markPublished([{ id: same._id, ...AT }], systemClock.now(), "m");
    expect(await rows.countPending()).toBe(1);
    expect(await rows.reopenLost("m")).toBe(2);
    expect(await rows.countPending()).toBe(3);
    const again = await rows.claim(systemClock.now(), new Date(Date.now() + 60 * SECOND), 10);
    expect(again.map(({ _id }) => _id)).toEqual([earlier._id, later._id]);
  });

  it("use an index for every query of the relay", async () => {
    const { write } = await aWriter({ connection, stream });
    await write(upTo(3));
    const rows = connection.collection("outbox");
    const now = new Date();
    const queries = [
      rows.find({ publishedAt: null, $or: [{ claimedUntil: { $lte: now } }, { claimedUntil: { $gt: now } }] }).sort({ _id: 1 }),
      rows.find({ publishedAt: null }),
      rows.find({ publishedAt: { $gt: LONG_AGO }, publishedTo: { $ne: "x" } }),
      rows.find({ publishedAt: { $gt: LONG_AGO } }).sort({ publishedAt: -1 }),
      rows.find({ event: { $lt: "x" } }).sort({ event: -1, streamSeq: -1 }),
      rows.find({ event: "x", streamSeq: { $gt: 1, $lte: 2 }, publishedAt: { $gt: LONG_AGO } }),
      rows.find({ event: "x", streamSeq: 1, publishedAt: { $gt: LONG_AGO } }),
    ];
    for (const query of queries) {
      const plan = inspect(await query.explain(), { depth: null });
      expect(plan).toContain("IXSCAN");
      expect(plan).not.toContain("COLLSCAN");
    }
  });
});
