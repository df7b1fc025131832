import { Schema } from "mongoose";
import { DAY, utcDay } from "#libs/kernel/clock.ts";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { MessageCounts } from "../domain/statistics.ts";

/** Counts of one creator's messages on one UTC day. */
interface CreatorDayDoc extends MessageCounts {
  /** `<user id>:<day>` */
  readonly _id: string;
  readonly userId: string;
  /** YYYY-MM-DD */
  readonly day: string;
  readonly expiresAt: Date;
}

const count = { type: Number, required: true } as const;

const schema = new Schema<CreatorDayDoc>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    day: { type: String, required: true },
    sent: count,
    replied: count,
    paidReplied: count,
    expired: count,
    declined: count,
    replyTimes: { type: Schema.Types.Mixed, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, minimize: false },
);
schema.index({ userId: 1, day: 1 });
schema.index({ expiresAt: 1 }, { name: "retention", expireAfterSeconds: 0 });

export const creatorDays: CollectionDefinition<CreatorDayDoc> = { name: "creator_days", schema };

/** Longer than the 90 days of the statistics. */
const RETENTION_MS = 120 * DAY;

const TOTALS = ["sent", "replied", "paidReplied", "expired", "declined"] as const;

export type Counter = Exclude<keyof MessageCounts, "replyTimes"> | `replyTimes.${number}`;

export interface CreatorDayStore {
  /** Adds one to each counter, on the UTC day of an instant. */
  increment(tx: Tx, userId: string, at: Date, counters: readonly Counter[]): Promise<void>;
  /** @param firstDay YYYY-MM-DD, included */
  listSince(userId: string, firstDay: string, tx?: Tx): Promise<CreatorDayDoc[]>;
}

export function creatorDayStore(database: Collections): CreatorDayStore {
  const days = database.collection(creatorDays);
  return {
    async increment(tx, userId, at, counters) {
      const day = utcDay(at);
      // Zeros for the other counters, so that a document has all of them from the first message of its day.
      const zeros = Object.fromEntries(TOTALS.map((counter) => [counter, 0]));
      const $inc = { ...zeros, "replyTimes.0": 0, ...Object.fromEntries(counters.map((counter) => [counter, 1])) };
      const $setOnInsert = { userId, day, expiresAt: new Date(Date.parse(day) + RETENTION_MS) };
      await days.updateOne({ _id: `${userId}:${day}` }, { $inc, $setOnInsert }, { tx, upsert: true });
    },
    listSince: (userId, firstDay, tx) => days.find({ userId, day: { $gte: firstDay } }, { tx }),
  };
}
