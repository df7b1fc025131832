import { DAY, utcDay } from "#libs/kernel/clock.ts";
import { date, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { MessageCounts } from "../domain/statistics.ts";
import { messageCountsFields } from "../domain/statistics.ts";

/** Counts of one creator's messages on one UTC day. */
interface CreatorDayDoc extends DocumentIn<typeof creatorDays> {}

export const creatorDays = defineCollection({
  name: "creator_days",
  fields: {
    /** `<user id>:<day>` */
    _id: text,
    userId: text,
    /** YYYY-MM-DD */
    day: text,
    expiresAt: date,
    ...messageCountsFields,
  },
  indexes: [{ key: { userId: 1, day: 1 } }, { name: "retention", key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
  unknownFields: "drop",
});

/** Longer than the 90 days of the statistics. */
const RETENTION_MS = 120 * DAY;

export type Counter = Exclude<keyof MessageCounts, "replyTimes"> | `replyTimes.${number}`;

type Increments = Partial<Record<Counter, number>>;

/** A document has all counters from its first message on. */
const ZEROS: Increments = { sent: 0, replied: 0, paidReplied: 0, expired: 0, declined: 0, "replyTimes.0": 0 };

interface CountedDay {
  readonly userId: string;
  readonly day: string;
  readonly $inc: Increments;
}

/** The counters that an event about one message increments. */
export interface CountedMessage {
  /** User id of the creator. */
  readonly userId: string;
  /** It counts on the UTC day of this instant. */
  readonly at: Date;
  /** Each is incremented by one. */
  readonly counters: readonly Counter[];
}

export interface CreatorDayStore {
  /** Counts messages, with one command. */
  count(tx: Tx, messages: readonly CountedMessage[]): Promise<void>;
  /** @param firstDay YYYY-MM-DD, included */
  listSince(userId: string, firstDay: string, tx?: Tx): Promise<CreatorDayDoc[]>;
}

export function creatorDayStore(database: Collections): CreatorDayStore {
  const days = database.collection(creatorDays);
  return {
    async count(tx, messages) {
      const counted = new Map<string, CountedDay>();
      for (const { userId, at, counters } of messages) {
        const day = utcDay(at);
        const _id = `${userId}:${day}`;
        const known = counted.get(_id) ?? { userId, day, $inc: { ...ZEROS } };
        counted.set(_id, known);
        for (const counter of counters) known.$inc[counter] = (known.$inc[counter] ?? 0) + 1;
      }
      const operations = [...counted].map(([_id, { userId, day, $inc }]) => {
        const $setOnInsert = { userId, day, expiresAt: new Date(Date.parse(day) + RETENTION_MS) };
        return { updateOne: { filter: { _id }, update: { $inc, $setOnInsert }, upsert: true } };
      });
      await days.bulkWrite(operations, { tx, trusted: true });
    },
    listSince: (userId, firstDay, tx) => days.find({ userId, day: { $gte: firstDay } }, { tx }),
  };
}
