import type { Connection } from "mongoose";
import type { Tx } from "#libs/mongo/transaction.ts";
import { creatorProfileModel } from "./creator-profile.model.ts";

/** Totals that follow from facts. They are no change of the profile: `updatedAt` stays. */
export interface CreatorTotals {
  addFollower(tx: Tx, creatorId: string, by: 1 | -1): Promise<void>;
  /** Without effect when the user is no creator. */
  addMessage(tx: Tx, userId: string): Promise<void>;
}

export function creatorTotals(connection: Connection): CreatorTotals {
  const profiles = creatorProfileModel(connection);
  return {
    async addFollower(tx, creatorId, by) {
      await profiles.updateOne({ _id: creatorId }, { $inc: { totalFollowers: by } }, { session: tx });
    },
    async addMessage(tx, userId) {
      await profiles.updateOne({ userId }, { $inc: { totalMessages: 1 } }, { session: tx });
    },
  };
}
