import type { Connection } from "mongoose";
import { uuid } from "#libs/kernel/ids.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type Follow, followModel } from "./follow.model.ts";

export interface FollowStore {
  /** Throws a duplicate key error when the user follows the creator. */
  insert(tx: Tx, creatorId: string, userId: string, at: Date): Promise<void>;
  /** False when the user does not follow the creator. */
  remove(tx: Tx, creatorId: string, userId: string): Promise<boolean>;
  /** A page of a user's follows, newest first, and how many there are. */
  page(userId: string, page: PageRequest): Promise<{ readonly rows: Follow[]; readonly total: number }>;
}

export function followStore(connection: Connection): FollowStore {
  const follows = followModel(connection);
  return {
    async insert(tx, creatorId, userId, createdAt) {
      await follows.insertOne({ _id: uuid(), creatorId, userId, createdAt }, { session: tx });
    },
    async remove(tx, creatorId, userId) {
      const { deletedCount } = await follows.deleteOne({ creatorId, userId }, { session: tx });
      return deletedCount === 1;
    },
    async page(userId, page) {
      const [rows, total] = await Promise.all([
        follows.find({ userId }).sort({ createdAt: -1, _id: -1 }).skip(skipOf(page)).limit(page.limit).lean<Follow[]>(),
        follows.countDocuments({ userId }),
      ]);
      return { rows, total };
    },
  };
}
