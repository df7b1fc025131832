import type { Connection } from "mongoose";
import { event } from "#libs/contract-kit/contract.ts";
import { type Clock, systemClock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { EventStream, StoredFacts } from "#libs/platform/events/event-stream.ts";
import { createInbox } from "#libs/platform/events/inbox.ts";
import { type DurableSubscription, on } from "#libs/platform/events/on.ts";
import { createOutbox, type Outbox } from "#libs/platform/events/outbox.ts";
import { type FaultPoints, noFaults } from "#libs/platform/faults/fault-points.ts";
import { createIndexes } from "#libs/platform/mongo/connect.ts";
import { databaseOf } from "#libs/platform/mongo/database.ts";
import { type Transaction, transactionOn } from "#libs/platform/mongo/transaction.ts";
import { silent } from "./stream-fixtures.ts";

export const messageSent = event({
  name: "message.sent",
  owner: "messaging",
  summary: "A message was sent.",
  payload: { number: { type: "number", integer: true }, note: { type: "string", optional: true }, more: { type: "json", optional: true } },
});

interface WriterParts extends ServiceParts {
  /** Default: the stream itself. */
  readonly stored?: StoredFacts;
  readonly onLost?: (count: number) => void;
}

interface ServiceParts {
  readonly connection: Connection;
  readonly stream: EventStream;
  readonly clock?: Clock;
  readonly faults?: FaultPoints;
}

/** A service that writes events. */
export interface Writer {
  readonly outbox: Outbox;
  readonly transaction: Transaction;
  /** Writes events with these numbers, one transaction each. Returns the event ids. */
  write(numbers: readonly number[]): Promise<string[]>;
}

export async function aWriter(parts: WriterParts): Promise<Writer> {
  const { connection, stream, stored = stream, clock = systemClock, faults = noFaults, onLost = () => undefined } = parts;
  const outbox = createOutbox({
    database: databaseOf(connection),
    ...{ stream, stored, clock, faults, onLost },
    source: "messaging",
    logger: silent,
  });
  const transaction = transactionOn(connection);
  await createIndexes(connection);
  return {
    outbox,
    transaction,
    write: (numbers) => Promise.all(numbers.map((number) => transaction((tx) => outbox.add(tx, messageSent, { number })))),
  };
}

interface Effect {
  /** Id of this effect, not of the event, so an event that is applied twice leaves two rows. */
  readonly _id: string;
  readonly eventId: string;
  readonly number: number;
}

/** A service that applies events; each application leaves one document. */
export interface Reader {
  readonly subscription: DurableSubscription;
  /** The numbers of all effects, in ascending order. */
  effects(): Promise<number[]>;
}

export async function aReader({ connection, clock = systemClock, faults = noFaults }: Omit<ServiceParts, "stream">): Promise<Reader> {
  const effects = connection.collection<Effect>("effects");
  const deps = { inbox: createInbox({ database: databaseOf(connection), clock, faults }), transaction: transactionOn(connection) };
  await createIndexes(connection);
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

/** The numbers from 0 up to `count`, exclusive. */
export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}
