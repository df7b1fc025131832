import type { Connection } from "mongoose";
import { DAY, utcDay } from "#libs/kernel/clock.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { MessageCounts } from "../domain/statistics.ts";
import { type CreatorDay, creatorDayModel } from "./creator-day.model.ts";

/** Longer than any statistics look back. */
const KEPT_MS = 120 * DAY;

export type Counter = Exclude<keyof MessageCounts, "replyTimes"> | `replyTimes.${number}`;

export interface CreatorDayStore {
  /** Counts one more of each, on the day of an instant. */
  count(tx: Tx, userId: string, at: Date, counters: readonly Counter[]): Promise<void>;
  /** The days of a creator from one on. */
  since(userId: string, day: string, tx?: Tx): Promise<CreatorDay[]>;
}

const COUNTERS = ["sent", "replied", "paidReplied", "expired", "declined"] as const;

export function creatorDayStore(connection: Connection): CreatorDayStore {
  const days = creatorDayModel(connection);
  return {
    async count(tx, userId, at, counters) {
      const day = utcDay(at);
      // Every counter is written each time, so that a day has all of them from its first message on.
      const zeros = Object.fromEntries(COUNTERS.map((counter) => [counter, 0]));
      const $inc = { ...zeros, "replyTimes.0": 0, ...Object.fromEntries(counters.map((counter) => [counter, 1])) };
      const $setOnInsert = { userId, day, expiresAt: new Date(Date.parse(day) + KEPT_MS) };
      await days.updateOne({ _id: `${userId}:${day}` }, { $inc, $setOnInsert }, { upsert: true, session: tx });
    },
    since: (userId, day, tx) => days.find({ userId, day: { $gte: day } }, null, { session: tx ?? null }).lean<CreatorDay[]>(),
  };
}
