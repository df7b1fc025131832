import { date, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import { deleteUpTo } from "./delete-up-to.ts";

/** A paid message that reached a creator: the last step of the funnel. The row does not name the sender. */
export interface PaidMessageDoc extends DocumentIn<typeof paidMessages> {}

export const paidMessages = defineCollection({
  name: "paid_messages",
  fields: {
    /** Message id. */
    _id: text,
    /** User id of the creator. */
    creatorUserId: text,
    sentAt: date,
  },
  indexes: [{ key: { creatorUserId: 1, sentAt: 1 } }, { key: { sentAt: 1 } }],
});

export interface PaidMessageStore {
  /** Stores those messages that are not there yet. */
  insertEachOnce(messages: readonly PaidMessageDoc[]): Promise<void>;
  /** Counts the paid messages that reached a creator from an instant (included) to another (excluded). */
  count(creatorUserId: string, from: Date, to: Date): Promise<number>;
  /** Deletes up to `limit` messages that were sent before an instant; returns how many. */
  deleteOlderThan(instant: Date, limit: number): Promise<number>;
}

export function paidMessageStore(database: Collections): PaidMessageStore {
  const messages = database.collection(paidMessages);
  return {
    async insertEachOnce(rows) {
      try {
        await messages.insert(rows, { ordered: false, trusted: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
    count: (creatorUserId, from, to) => messages.count({ creatorUserId, sentAt: { $gte: from, $lt: to } }),
    deleteOlderThan: (instant, limit) => deleteUpTo(messages, { sentAt: { $lt: instant } }, limit),
  };
}
