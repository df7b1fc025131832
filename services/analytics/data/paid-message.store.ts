import type { Connection } from "mongoose";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type PaidMessage, paidMessageModel } from "./paid-message.model.ts";
import { removeUpTo } from "./remove-up-to.ts";

export type PaidMessageStore = ReturnType<typeof paidMessageStore>;

export function paidMessageStore(connection: Connection) {
  const model = paidMessageModel(connection);
  return {
    async insert(session: Tx, row: PaidMessage): Promise<void> {
      await model.insertOne(row, { session });
    },
    /** Paid messages that reached a creator from an instant on until, and not at, another. */
    count: (creatorUserId: string, from: Date, to: Date) => model.countDocuments({ creatorUserId, sentAt: { $gte: from, $lt: to } }),
    /** Removes up to so many from before an instant; how many they were. */
    removeOlderThan: (instant: Date, limit: number) => removeUpTo(model, { sentAt: { $lt: instant } }, limit),
  };
}
