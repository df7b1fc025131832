import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Connection } from "mongoose";
import { SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { EventStream } from "#libs/platform/events/event-stream.ts";
import { dropAndClose, freshDatabase, storeUrl } from "../mongo/database-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";
import type { CrashOrder } from "./crash-worker.ts";
import { aReader, attachReader, aWriter, upTo } from "./durable-fixture.ts";
import { overJetStream, type StreamUnderTest } from "./stream-fixtures.ts";

const FACTS = 20;

describe("processes that are killed between two durable steps", () => {
  let server: NatsServer;
  let under: StreamUnderTest;
  let connection: Connection;
  let order: Omit<CrashOrder, "role" | "point">;

  beforeAll(async () => {
    server = await startNatsServer();
  });
  afterAll(() => server.dispose());

  beforeEach(async () => {
    const database = `t_${uuid()}`;
    const namespace = `t${uuid()}`;
    under = await overJetStream(server.url, namespace);
    connection = freshDatabase(database);
    order = { facts: FACTS, mongoUrl: storeUrl(), database, natsUrl: server.url, namespace };
  });
  afterEach(async () => {
    await under.close();
    await dropAndClose(connection);
  });

  /** Counts the events that the reader has finished. */
  const counted = (delivered: string[]): EventStream => ({
    ...under.stream,
    subscribe: (subscription, run) =>
      under.stream.subscribe(subscription, async (envelope, attempt) => {
        await run(envelope, attempt);
        delivered.push(envelope.id);
      }),
  });

  it.each([
    ["relay", "outbox.claimed"],
    ["relay", "outbox.published"],
    ["writer", "outbox.claimed"],
    ["writer", "outbox.published"],
  ] as const)("N1 O1 a %s killed at %s: every event has exactly one effect, within 5 s", async (role, point) => {
    const { outbox, write } = await aWriter({ connection, stream: under.stream });
    if (role === "relay") await write(upTo(FACTS));
    await killedAt({ ...order, role, point });
    expect(await outbox.pending()).toBe(FACTS);

    const reader = await aReader({ connection });
    const delivered: string[] = [];
    await attachReader(counted(delivered), reader);
    // The events of the dead process must be applied before another process publishes them again.
    if (point === "outbox.published") await eventually(async () => expect(await reader.effects()).toEqual(upTo(FACTS)));
    await outbox.start();
    await eventually(async () => expect(await outbox.pending()).toBe(0), 5 * SECOND);
    await eventually(async () => expect(await reader.effects()).toEqual(upTo(FACTS)));
    await outbox.stop();
    await eventually(() => expect(delivered).toHaveLength(FACTS));
  });

  it("N1 an event is delivered again and applied once when its consumer is killed between effect and acknowledgement", async () => {
    const { outbox, write } = await aWriter({ connection, stream: under.stream });
    await outbox.start();
    await write(upTo(FACTS));
    await eventually(async () => expect(await outbox.pending()).toBe(0));
    await outbox.stop();
    await killedAt({ ...order, role: "reader", point: "inbox.applied" });

    const reader = await aReader({ connection });
    const [effect, ...more] = await effectsOf(connection);
    expect(more).toEqual([]);
    const delivered: string[] = [];
    await attachReader(counted(delivered), reader);
    await eventually(async () => expect(await reader.effects()).toEqual(upTo(FACTS)));
    await eventually(() => expect(delivered).toContain(effect?.eventId));
    await eventually(() => expect(delivered).toHaveLength(FACTS));
    expect(await reader.effects()).toEqual(upTo(FACTS));
  });
});

function effectsOf(connection: Connection): Promise<{ eventId: string }[]> {
  return connection.collection<{ eventId: string }>("effects").find().toArray();
}

/** Runs the worker in a process of its own; resolves when it has killed itself. */
async function killedAt(order: CrashOrder): Promise<void> {
  const worker = join(import.meta.dirname, "crash-worker.ts");
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, [worker, JSON.stringify(order)], { env, stdio: ["ignore", "ignore", "inherit"] });
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  expect(signal).toBe("SIGKILL");
}
