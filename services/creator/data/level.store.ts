import type { Connection } from "mongoose";
import type { CreatorLevel } from "#libs/contracts/creator.ts";
import { NEXT_VERSION } from "#libs/mongo/next-version.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type CreatorProfile, creatorProfileModel } from "./creator-profile.model.ts";

export interface LevelChange {
  readonly level: CreatorLevel;
  readonly levelPinned: boolean;
  readonly levelLoweredAt: Date | null;
}

/** Levels and statistics, which are part of the profiles. */
export interface LevelStore {
  /** Changes the level if it, and the pin, still are what the change was decided on. */
  change(tx: Tx, before: CreatorProfile, change: LevelChange, at: Date): Promise<boolean>;
  /** Writes the result of a review, without making the profile look newer. */
  noteReview(tx: Tx, id: string, result: Pick<CreatorProfile, "replyRate" | "medianReplySeconds" | "reviewedOn">): Promise<void>;
  /** Ids of creators that were last reviewed before a day, from an id on. */
  dueForReview(day: string, afterId: string, limit: number): Promise<string[]>;
}

export function levelStore(connection: Connection): LevelStore {
  const profiles = creatorProfileModel(connection);
  return {
    async change(tx, { _id, level, levelPinned }, change, at) {
      const { modifiedCount } = await profiles.updateOne(
        { _id, level, levelPinned },
        { $set: { ...change, updatedAt: at }, ...NEXT_VERSION },
        { session: tx },
      );
      return modifiedCount === 1;
    },
    async noteReview(tx, _id, result) {
      await profiles.updateOne({ _id }, { $set: result }, { session: tx });
    },
    async dueForReview(day, afterId, limit) {
      const due = await profiles
        .find({ reviewedOn: { $lt: day }, _id: { $gt: afterId } }, { _id: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<Pick<CreatorProfile, "_id">[]>();
      return due.map(({ _id }) => _id);
    },
  };
}
