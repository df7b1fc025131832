import type { Connection } from "mongoose";
import { event } from "#libs/contract-kit/contract.ts";
import type { EventStream } from "#libs/events/event-stream.ts";
import { createInbox } from "#libs/events/inbox.ts";
import { type DurableSubscription, on } from "#libs/events/on.ts";
import { createOutbox, type Outbox } from "#libs/events/outbox.ts";
import { type FaultPoints, noFaults } from "#libs/faults/fault-points.ts";
import { type Clock, systemClock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { ensureIndexes } from "#libs/mongo/connect.ts";
import { type Transaction, transactionOn } from "#libs/mongo/transaction.ts";
import { silent } from "./stream-fixtures.ts";

export const messageSent = event({
  name: "message.sent",
  summary: "A message was sent.",
  payload: { number: { type: "number", integer: true }, note: { type: "string", optional: true }, more: { type: "json", optional: true } },
});

interface ServiceParts {
  readonly connection: Connection;
  readonly stream: EventStream;
  readonly clock?: Clock;
  readonly faults?: FaultPoints;
}

/** A service that writes facts. */
export interface Writer {
  readonly outbox: Outbox;
  readonly transaction: Transaction;
  /** Writes facts with these numbers, one transaction each. Returns the event ids. */
  write(numbers: readonly number[]): Promise<string[]>;
}

export async function aWriter({ connection, stream, clock = systemClock, faults = noFaults }: ServiceParts): Promise<Writer> {
  const outbox = createOutbox({ connection, stream, clock, faults, source: "messaging", logger: silent });
  const transaction = transactionOn(connection);
  await ensureIndexes(connection);
  return {
    outbox,
    transaction,
    write: (numbers) => Promise.all(numbers.map((number) => transaction((tx) => outbox.add(tx, messageSent, { number })))),
  };
}

interface Effect {
  /** Of this effect, not of the event: an event applied twice leaves two. */
  readonly _id: string;
  readonly eventId: string;
  readonly number: number;
}

/** A service that applies facts; each application leaves one document. */
export interface Reader {
  readonly subscription: DurableSubscription;
  /** The numbers of all effects, in ascending order. */
  effects(): Promise<number[]>;
}

export async function aReader({ connection, clock = systemClock, faults = noFaults }: Omit<ServiceParts, "stream">): Promise<Reader> {
  const effects = connection.collection<Effect>("effects");
  const deps = { inbox: createInbox({ connection, clock, faults }), transaction: transactionOn(connection) };
  await ensureIndexes(connection);
  const delivery = { ackWaitMs: 1_000, backoffMs: [50, 200] };
  const apply = on(
    messageSent,
    deps,
    async ({ number }, { tx, envelope }) => {
      await effects.insertOne({ _id: uuid(), eventId: envelope.id, number }, { session: tx });
    },
    delivery,
  );
  return {
    subscription: apply,
    effects: async () => (await effects.find().sort({ number: 1 }).toArray()).map(({ number }) => number),
  };
}

/** Subscribes a reader as a group. */
export function attachReader(stream: EventStream, { subscription }: Reader, group = "notification"): Promise<() => Promise<void>> {
  const { event: name, delivery, apply } = subscription;
  return stream.subscribe({ ...delivery, group, event: name }, (envelope) => apply(group, envelope));
}

/** The numbers from 0. */
export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}
