import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { connect, headers } from "nats";
import { claimedIdentity } from "#libs/platform/bus/bus-identity.ts";
import { jetStream } from "#libs/platform/events/jetstream.ts";
import { streamNames } from "#libs/platform/events/jetstream-streams.ts";
import { eventually } from "../support/eventually.ts";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { within } from "../support/within.ts";
import { anEvent, overJetStream, recorder, type StreamUnderTest, silent } from "./stream-fixtures.ts";

const NAMESPACE = "faults";

describe("event stream over a JetStream that fails", () => {
  let server: NatsServer;
  let under: StreamUnderTest;

  beforeEach(async () => {
    server = await startNatsServer();
    under = await overJetStream(server.url, NAMESPACE);
  });
  afterEach(async () => {
    await under.close();
    await server.dispose();
  });

  it("E4 resumes after the server was killed and restarted; meanwhile publishing rejects at once", async () => {
    const { run, ids } = recorder();
    await under.stream.subscribe({ group: "wallet", event: "message.sent" }, run);
    const before = anEvent("message.sent");
    await under.stream.publish(before);
    await eventually(() => expect(ids()).toEqual([before.id]));
    const life = under.stream.generation();

    await server.stop("SIGKILL");
    await eventually(() => expect(under.stream.generation()).toBeNull());
    const during = anEvent("message.sent");
    await expect(within(500, under.stream.publish(during))).rejects.toThrow("event stream unavailable");

    await server.start();
    await eventually(() => expect(under.stream.generation()).toBe(life));
    await under.stream.publish(during);
    await eventually(() => expect(ids()).toContain(during.id));
  });

  it("E5 recreates streams and consumers of a server that lost its store, with another generation", async () => {
    const { run, ids } = recorder();
    await under.stream.subscribe({ group: "wallet", event: "message.sent" }, run);
    await under.stream.publish(anEvent("message.sent"));
    await eventually(() => expect(ids()).toHaveLength(1));
    const life = under.stream.generation();

    await server.stop("SIGKILL");
    await server.wipe();
    await server.start();
    const next = await eventually(() => {
      const generation = under.stream.generation();
      if (!generation) throw new Error("away");
      return generation;
    });
    expect(next).not.toBe(life);
    const after = anEvent("message.sent");
    await under.stream.publish(after);
    await eventually(() => expect(ids()).toContain(after.id));
  });

  it("E5 recreates a stream that was deleted on a running server", async () => {
    const { run, ids } = recorder();
    await under.stream.subscribe({ group: "wallet", event: "message.sent" }, run);
    const life = under.stream.generation();
    const nats = await connect({ servers: server.url });
    await (await nats.jetstreamManager()).streams.delete(streamNames(NAMESPACE).events);
    await nats.close();

    const event = anEvent("message.sent");
    await eventually(() => under.stream.publish(event));
    expect(under.stream.generation()).not.toBe(life);
    await eventually(() => expect(ids()).toEqual([event.id]));
  });

  it("E26 starts without a bus and connects when it becomes available", async () => {
    await server.stop();
    const early = jetStream({ ...claimedIdentity("test", [server.url]), namespace: NAMESPACE, logger: silent });
    const { run, ids } = recorder();
    try {
      const started = early.start();
      await started;
      await early.subscribe({ group: "early", event: "message.sent" }, run);
      expect(early.generation()).toBeNull();
      await server.start();
      await eventually(() => expect(early.generation()).not.toBeNull());
      const event = anEvent("message.sent");
      await early.publish(event);
      await eventually(() => expect(ids()).toEqual([event.id]));
    } finally {
      await early.stop();
    }
  });

  it("does not redeliver an event whose handler is slower than the acknowledgement time", async () => {
    const { run, seen } = recorder();
    let handled = 0;
    for (const member of [1, 2]) {
      // Longer than a busy machine delays this process's progress reports.
      await under.stream.subscribe({ group: "slow", event: `message.sent`, ackWaitMs: 3_000 }, async (event, attempt) => {
        await run({ ...event, payload: member }, attempt);
        await pause(6_500);
        handled += 1;
      });
    }
    await under.stream.publish(anEvent("message.sent"));
    await eventually(() => expect(handled).toBe(1));
    expect(seen).toHaveLength(1);
  });

  it("E23 moves text that is not JSON to the dead letters", async () => {
    const { run, ids } = recorder();
    await under.stream.subscribe({ group: "wallet", event: "message.sent" }, run);
    const nats = await connect({ servers: server.url });
    const names = streamNames(NAMESPACE);
    await nats.jetstream().publish(names.eventSubject("message.sent"), new TextEncoder().encode("{"), { headers: headers() });
    const event = anEvent("message.sent");
    await under.stream.publish(event);
    await eventually(() => expect(ids()).toEqual([event.id]));
    const manager = await nats.jetstreamManager();
    await eventually(async () => expect((await manager.streams.info(names.deadLetters)).state.messages).toBe(1));
    await nats.close();
  });
});
