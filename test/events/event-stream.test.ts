import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type EventEnvelope, PoisonEvent } from "#libs/platform/events/event-stream.ts";
import { eventually } from "../support/eventually.ts";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { anEvent, inMemory, overJetStream, recorder, type StreamUnderTest } from "./stream-fixtures.ts";

let server: NatsServer;

beforeAll(async () => {
  server = await startNatsServer();
});
afterAll(() => server.dispose());

const implementations: [string, () => Promise<StreamUnderTest>][] = [
  ["in process", inMemory],
  ["over JetStream", () => overJetStream(server.url)],
];

describe.each(implementations)("event stream %s", (_, make) => {
  let under: StreamUnderTest;

  beforeEach(async () => {
    under = await make();
  });
  afterEach(() => under.close());

  it("delivers each event unchanged to one member of each group", async () => {
    const [first, second, other] = [recorder(), recorder(), recorder()];
    await under.stream.subscribe({ group: "wallet", event: "message.sent" }, first.run);
    await under.stream.subscribe({ group: "wallet", event: "message.sent" }, second.run);
    await under.stream.subscribe({ group: "notification", event: "message.sent" }, other.run);
    const events = Array.from({ length: 40 }, (__, number) => anEvent("message.sent", { number, nested: { list: [1, null, "é"] } }));
    await Promise.all([...events.map((event) => under.stream.publish(event)), under.stream.publish(anEvent("message.replied"))]);
    await eventually(() => expect(other.seen).toHaveLength(40));
    await eventually(() => expect(first.seen.length + second.seen.length).toBe(40));
    expect([...first.ids(), ...second.ids()].sort()).toEqual(events.map(({ id }) => id).sort());
    expect(other.seen.find(({ id }) => id === events[7]?.id)?.payload).toEqual(events[7]?.payload);
  });

  it("TEL-09 delivers the trace of an event with it, and none without one", async () => {
    const seen: EventEnvelope[] = [];
    await under.stream.subscribe({ group: "wallet", event: "message.sent" }, async (event) => void seen.push(event));
    const traced = { ...anEvent("message.sent"), traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
    const plain = anEvent("message.sent");
    for (const event of [traced, plain]) await under.stream.publish(event);
    await eventually(() => expect(seen).toHaveLength(2));
    expect(seen.find(({ id }) => id === traced.id)).toMatchObject(traced);
    expect(seen.find(({ id }) => id === plain.id)).not.toHaveProperty("traceparent");
  });

  it("stores an event id once", async () => {
    const { run, seen } = recorder();
    await under.stream.subscribe({ group: "wallet", event: "message.sent" }, run);
    const event = anEvent("message.sent");
    const last = anEvent("message.sent");
    for (const each of [event, event, event, last]) await under.stream.publish(each);
    await eventually(() => expect(seen.map(({ id }) => id)).toContain(last.id));
    expect(seen).toHaveLength(2);
  });

  it("isolates the changes of one handler from the others", async () => {
    const other = recorder();
    const event = anEvent("message.sent", { tags: ["a"] });
    await under.stream.subscribe({ group: "a", event: "message.sent" }, async ({ payload }) => {
      (payload as { tags: string[] }).tags.push("b");
    });
    await under.stream.subscribe({ group: "b", event: "message.sent" }, other.run);
    await under.stream.publish(event);
    await eventually(() => expect(other.seen[0]?.payload).toEqual({ tags: ["a"] }));
    expect(event.payload).toEqual({ tags: ["a"] });
  });

  it("retries a failed event after growing pauses", async () => {
    const { run, seen } = recorder();
    await under.stream.subscribe({ group: "wallet", event: "message.sent", backoffMs: [100, 300] }, async (event, attempt) => {
      await run(event, attempt);
      if (attempt < 4) throw new Error("not yet");
    });
    await under.stream.publish(anEvent("message.sent"));
    await eventually(() => expect(seen.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]));
    const pauses = seen.slice(1).map(({ at }, index) => at - (seen[index]?.at ?? 0));
    expect(pauses[0]).toBeGreaterThanOrEqual(95);
    expect(pauses[1]).toBeGreaterThanOrEqual(295);
    expect(pauses[2]).toBeGreaterThanOrEqual(295);
    expect(await under.dead()).toEqual([]);
  });

  it("E23 O2 moves an event to the dead letters after its last attempt, and a poison event at once", async () => {
    const hopeless = anEvent("message.sent");
    const poisoned = anEvent("message.sent");
    await under.stream.subscribe({ group: "wallet", event: "message.sent", maxDeliver: 3, backoffMs: [10] }, async ({ id }) => {
      throw id === poisoned.id ? new PoisonEvent("no such field") : new Error("refused\r\nagain");
    });
    await under.stream.publish(hopeless);
    await under.stream.publish(poisoned);
    const dead = await eventually(async () => {
      const letters = await under.dead();
      expect(letters).toHaveLength(2);
      return letters;
    });
    expect(dead.find(({ id }) => id === hopeless.id)).toMatchObject({ group: "wallet", attempts: 3 });
    expect(dead.find(({ id }) => id === hopeless.id)?.error).toContain("refused");
    expect(dead.find(({ id }) => id === poisoned.id)).toMatchObject({ attempts: 1, error: "no such field" });
  });

  it("E23 delivers other events while failed ones wait for their next attempt", async () => {
    const { run, seen } = recorder();
    const bad = new Set<string>();
    let retried = 0;
    await under.stream.subscribe({ group: "wallet", event: "message.sent", concurrency: 2, backoffMs: [2_000] }, async (event, attempt) => {
      if (bad.has(event.id)) {
        if (attempt > 1) retried += 1;
        throw new Error("never");
      }
      await run(event, attempt);
    });
    const poison = Array.from({ length: 10 }, () => anEvent("message.sent"));
    for (const event of poison) bad.add(event.id);
    const good = Array.from({ length: 20 }, () => anEvent("message.sent"));
    for (const event of [...poison, ...good]) await under.stream.publish(event);
    await eventually(() => expect(seen).toHaveLength(20));
    expect(retried).toBeLessThan(poison.length);
  });

  it("delivers events that were published before the first subscription of a group", async () => {
    const events = Array.from({ length: 5 }, () => anEvent("message.sent"));
    for (const event of events) await under.stream.publish(event);
    for (const group of ["first", "second"]) {
      const { run, ids } = recorder();
      await under.stream.subscribe({ group, event: "message.sent" }, run);
      await eventually(() => expect(ids().sort()).toEqual(events.map(({ id }) => id).sort()));
    }
  });

  it("delivers to a returning consumer the events of its absence, and none twice", async () => {
    const [before, after] = [recorder(), recorder()];
    const end = await under.stream.subscribe({ group: "wallet", event: "message.sent" }, before.run);
    await under.stream.publish(anEvent("message.sent"));
    await eventually(() => expect(before.seen).toHaveLength(1));
    await end();
    const missed = [anEvent("message.sent"), anEvent("message.sent")];
    for (const event of missed) await under.stream.publish(event);
    await under.stream.subscribe({ group: "wallet", event: "message.sent" }, after.run);
    await eventually(() => expect(after.ids().sort()).toEqual(missed.map(({ id }) => id).sort()));
    expect(before.seen).toHaveLength(1);
  });

  it.each(["subscription", "stream"])("waits for the running handler at the end of a %s", async (ending) => {
    let [begun, finished] = [false, false];
    const end = await under.stream.subscribe({ group: "wallet", event: "message.sent" }, async () => {
      begun = true;
      await pause(300);
      finished = true;
    });
    await under.stream.publish(anEvent("message.sent"));
    await eventually(() => expect(begun).toBe(true));
    await (ending === "stream" ? under.stream.stop() : end());
    expect(finished).toBe(true);
  });

  it("runs no more handlers at once than the concurrency", async () => {
    let [now, most, done] = [0, 0, 0];
    await under.stream.subscribe({ group: "wallet", event: "message.sent", concurrency: 3 }, async () => {
      now += 1;
      most = Math.max(most, now);
      await pause(20);
      now -= 1;
      done += 1;
    });
    await Promise.all(Array.from({ length: 20 }, () => under.stream.publish(anEvent("message.sent"))));
    await eventually(() => expect(done).toBe(20));
    expect(most).toBe(3);
  });
});
