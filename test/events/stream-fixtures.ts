import { connect, type JsMsg, type NatsConnection } from "nats";
import { pino } from "pino";
import { uuid } from "#libs/kernel/ids.ts";
import { claimedIdentity } from "#libs/platform/bus/bus-identity.ts";
import type { EventEnvelope, EventStream } from "#libs/platform/events/event-stream.ts";
import { jetStream } from "#libs/platform/events/jetstream.ts";
import { streamNames } from "#libs/platform/events/jetstream-streams.ts";
import { memoryStream } from "#libs/platform/events/memory-stream.ts";

export const silent = pino({ level: process.env.TEST_LOG ?? "silent" });

export interface DeadEvent {
  readonly group: string;
  readonly id: string;
  readonly attempts: number;
  readonly error: string;
}

/** One implementation of the stream, with access to its dead letters. */
export interface StreamUnderTest {
  readonly stream: EventStream;
  dead(): Promise<DeadEvent[]>;
  /** The events that were refused because they do not match their subject or seal. */
  readonly refused: { readonly group: string; readonly reason: string }[];
  close(): Promise<void>;
}

export async function inMemory(): Promise<StreamUnderTest> {
  const stream = memoryStream({ logger: silent });
  await stream.start();
  return {
    stream,
    refused: [],
    dead: async () => stream.dead.map(({ group, envelope, attempts, error }) => ({ group, attempts, error, id: envelope.id })),
    close: () => stream.stop(),
  };
}

/** A stream on a running server, with a namespace of its own. */
export async function overJetStream(url: string, namespace = `t${uuid()}`): Promise<StreamUnderTest> {
  const refused: StreamUnderTest["refused"] = [];
  const onRefused = (group: string, reason: string) => void refused.push({ group, reason });
  const stream = jetStream({ ...claimedIdentity("test", [url]), namespace, logger: silent, onRefused });
  await stream.start();
  const nats = await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
  return {
    stream,
    refused,
    dead: async () => (await allMessages(nats, streamNames(namespace).deadLetters)).map(deadEvent),
    async close() {
      await stream.stop();
      await nats.close();
    },
  };
}

function deadEvent(message: JsMsg): DeadEvent {
  const { id } = JSON.parse(message.string()) as EventEnvelope;
  const header = (name: string) => message.headers?.get(name) ?? "";
  return { id, group: header("x-group"), attempts: Number(header("x-attempts")), error: header("x-error") };
}

async function allMessages(nats: NatsConnection, stream: string): Promise<JsMsg[]> {
  const manager = await nats.jetstreamManager();
  const { state } = await manager.streams.info(stream);
  if (state.messages === 0) return [];
  const consumer = await nats.jetstream().consumers.get(stream);
  const found: JsMsg[] = [];
  for await (const message of await consumer.fetch({ max_messages: state.messages, expires: 2_000 })) found.push(message);
  return found;
}

let count = 0;

/** An envelope with an event name or payload that the test chooses. */
export function anEvent(event: string, payload: unknown = { number: ++count }): EventEnvelope {
  return { id: uuid(), event, at: new Date().toISOString(), payload, requestId: null, source: "test" };
}

/** A handler that records its events. */
export function recorder() {
  const seen: { readonly id: string; readonly attempt: number; readonly at: number; readonly payload: unknown }[] = [];
  return {
    seen,
    ids: () => seen.map(({ id }) => id),
    run: async ({ id, payload }: EventEnvelope, attempt: number) => {
      seen.push({ id, attempt, payload, at: performance.now() });
    },
  };
}
