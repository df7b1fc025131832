import { type Clock, DAY, HOUR, SECOND } from "#libs/kernel/clock.ts";
import { date, nullable, number, oneOf, optional, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import { listLapsed } from "#libs/platform/mongo/lapsed-lease.ts";
import { type Change, SUBJECTS } from "#libs/providers/payment/payment-provider.ts";

const RETENTION_SECONDS = (90 * DAY) / SECOND;

export const paymentEvents = defineCollection({
  name: "payment_events",
  fields: {
    /** `<slot>:<id of the event at the provider>`: a callback that comes again is the same event. */
    _id: text,
    /** Name of the provider. */
    slot: text,
    subject: oneOf(SUBJECTS),
    reference: nullable(text),
    status: oneOf(["NEW", "DONE"]),
    attempts: number,
    /** When it is processed again; absent once it is done. */
    nextAt: optional(date),
    receivedAt: date,
  },
  indexes: [
    { name: "due", key: { nextAt: 1 }, partialFilterExpression: { nextAt: { $exists: true } } },
    { name: "retention", key: { receivedAt: 1 }, expireAfterSeconds: RETENTION_SECONDS },
  ],
});

/** A hint of a provider: what to ask it about. */
export interface PaymentEvent extends DocumentIn<typeof paymentEvents> {}

/** Where the reading of what a provider reports continues. */
export const paymentCursors = defineCollection({
  name: "payment_cursors",
  fields: {
    /** `<slot>:<what is read>` */
    _id: text,
    cursor: nullable(text),
    readAt: date,
  },
});

export interface PaymentEventStore {
  /** Calls back when this process has received an event that it has not processed yet. */
  onReceived(listener: () => void): void;
  /** Adds an event, to be processed at once; null: it is known. */
  insert(slot: string, change: Change): Promise<PaymentEvent | null>;
  /** Events that are to be processed. */
  listDue(limit: number): Promise<PaymentEvent[]>;
  /** Claims an event for one attempt. False when another process has claimed it since it was read. */
  claim(event: PaymentEvent): Promise<boolean>;
  setDone(event: PaymentEvent): Promise<void>;
  cursorOf(list: string): Promise<string | null>;
  setCursor(list: string, cursor: string | null): Promise<void>;
}

const FIRST_RETRY_MS = 5 * SECOND;
const MAX_DOUBLINGS = 10;

export function paymentEventStore(database: Collections, clock: Clock): PaymentEventStore {
  const events = database.collection(paymentEvents);
  const cursors = database.collection(paymentCursors);
  let received = () => undefined as void;
  return {
    onReceived(listener) {
      received = listener;
    },
    async insert(slot, { eventId, subject, reference }) {
      const now = clock.now();
      const event: PaymentEvent = {
        ...{ _id: `${slot}:${eventId}`, slot, subject, reference, status: "NEW", attempts: 0, receivedAt: now },
        nextAt: retryAt(now, 0),
      };
      try {
        await events.insert(event);
      } catch (error) {
        if (isDuplicateKey(error)) return null;
        throw error;
      }
      received();
      return event;
    },
    listDue(limit) {
      const now = clock.now();
      const until = new Date(now.getTime() + HOUR);
      return listLapsed({ now, until, limit }, (nextAt, size) => events.find({ nextAt }, { sort: { nextAt: 1 }, limit: size }));
    },
    async claim({ _id, attempts, nextAt }) {
      const next = { attempts: attempts + 1, nextAt: retryAt(clock.now(), attempts + 1) };
      const { modifiedCount } = await events.updateOne({ _id, nextAt: nextAt ?? null }, { $set: next });
      return modifiedCount === 1;
    },
    async setDone({ _id }) {
      await events.updateOne({ _id }, { $set: { status: "DONE" }, $unset: { nextAt: 1 } });
    },
    cursorOf: async (list) => (await cursors.findOne({ _id: list }))?.cursor ?? null,
    async setCursor(list, cursor) {
      await cursors.updateOne({ _id: list }, { $set: { cursor, readAt: clock.now() } }, { upsert: true });
    },
  };
}

/** Longer than a call of a provider can take, then twice as long each time, up to an hour. */
function retryAt(now: Date, attempts: number): Date {
  const wait = Math.min(HOUR, FIRST_RETRY_MS * 2 ** Math.min(attempts + 1, MAX_DOUBLINGS));
  return new Date(now.getTime() + wait);
}
