import type { CreatorLevel } from "#libs/contracts/creator/index.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { NEXT_VERSION } from "#libs/platform/mongo/next-version.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type CreatorProfileDoc, creatorProfiles } from "./creator-profile.model.ts";

export interface LevelChange {
  readonly level: CreatorLevel;
  readonly levelPinned: boolean;
  readonly levelLoweredAt: Date | null;
}

export type DueForReview = Pick<CreatorProfileDoc, "_id" | "reviewedOn">;

/** Level and statistics of each creator, which are part of the profile. */
export interface LevelStore {
  /** Changes the level if level and pin are still those of `before`. False when they are not. */
  update(tx: Tx, before: CreatorProfileDoc, change: LevelChange, at: Date): Promise<boolean>;
  /** Stores the result of a review; `updatedAt` stays. */
  updateStatistics(
    tx: Tx,
    creatorId: string,
    result: Pick<CreatorProfileDoc, "replyRate" | "medianReplySeconds" | "answers" | "reviewedOn">,
  ): Promise<void>;
  /** Creators whose last review was before a day (YYYY-MM-DD), the longest ago first, after the given one. */
  listDueForReview(day: string, after: DueForReview | undefined, limit: number): Promise<DueForReview[]>;
}

export function levelStore(database: Collections): LevelStore {
  const profiles = database.collection(creatorProfiles);
  return {
    async update(tx, { _id, level, levelPinned }, change, updatedAt) {
      const update = { $set: { ...change, updatedAt }, ...NEXT_VERSION };
      const { modifiedCount } = await profiles.updateOne({ _id, level, levelPinned }, update, { tx });
      return modifiedCount === 1;
    },
    async updateStatistics(tx, _id, result) {
      await profiles.updateOne({ _id }, { $set: result }, { tx });
    },
    listDueForReview(day, after, limit) {
      const behind = after && {
        $or: [{ reviewedOn: { $gt: after.reviewedOn, $lt: day } }, { reviewedOn: after.reviewedOn, _id: { $gt: after._id } }],
      };
      return profiles.find<DueForReview>(
        { reviewedOn: { $gte: after?.reviewedOn ?? "", $lt: day }, ...behind },
        { projection: { reviewedOn: 1 }, sort: { reviewedOn: 1, _id: 1 }, limit },
      );
    },
  };
}
