import { Schema } from "mongoose";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import { deleteUpTo } from "./delete-up-to.ts";

/** A paid message that reached a creator: the last step of the funnel. The row does not name the sender. */
export interface PaidMessageDoc {
  /** Message id. */
  readonly _id: string;
  /** User id of the creator. */
  readonly creatorUserId: string;
  readonly sentAt: Date;
}

const schema = new Schema<PaidMessageDoc>(
  { _id: { type: String, required: true }, creatorUserId: { type: String, required: true }, sentAt: { type: Date, required: true } },
  { versionKey: false, strict: "throw" },
);
schema.index({ creatorUserId: 1, sentAt: 1 });
schema.index({ sentAt: 1 });

export const paidMessages: CollectionDefinition<PaidMessageDoc> = { name: "paid_messages", schema };

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
