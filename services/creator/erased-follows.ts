import type { Connection } from "mongoose";
import type { TreatedRows } from "#libs/personal-data/personal-data.ts";
import { erased } from "#libs/personal-data/rows.ts";
import { creatorProfileModel } from "./data/creator-profile.model.ts";
import { type Follow, followModel } from "./data/follow.model.ts";

/** Whom a user follows; each creator loses a follower with the row. */
export function erasedFollows(connection: Connection): TreatedRows {
  const follows = followModel(connection);
  const profiles = creatorProfileModel(connection);
  const own = erased(
    follows,
    ({ userId }) => ({ userId }),
    ({ creatorId, createdAt }) => ({ creatorId, createdAt }),
  );
  return {
    ...own,
    async treat(tx, { userId }, limit) {
      const rows = await follows
        .find({ userId }, { creatorId: 1 }, { session: tx })
        .limit(limit)
        .lean<Pick<Follow, "_id" | "creatorId">[]>();
      if (rows.length === 0) return { count: 0, more: false };
      await follows.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } }, { session: tx });
      const losses = rows.map(({ creatorId }) => ({
        updateOne: { filter: { _id: creatorId }, update: { $inc: { totalFollowers: -1 } } },
      }));
      await profiles.bulkWrite(losses, { session: tx });
      return { count: rows.length, more: rows.length === limit };
    },
  };
}
