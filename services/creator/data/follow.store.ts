import { Schema } from "mongoose";
import { uuid } from "#libs/kernel/ids.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** A user follows a creator. */
export interface FollowDoc {
  readonly _id: string;
  readonly creatorId: string;
  readonly userId: string;
  readonly createdAt: Date;
}

const schema = new Schema<FollowDoc>(
  {
    _id: { type: String, required: true },
    creatorId: { type: String, required: true },
    userId: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ creatorId: 1, userId: 1 }, { name: "once", unique: true });
schema.index({ userId: 1, createdAt: -1, _id: -1 }, { name: "of_user" });

export const follows: CollectionDefinition<FollowDoc> = { name: "follows", schema };

export interface FollowStore {
  /** Rejects with a duplicate key error when the user follows the creator already. */
  insert(tx: Tx, creatorId: string, userId: string, at: Date): Promise<void>;
  /** False when the user does not follow the creator. */
  delete(tx: Tx, creatorId: string, userId: string): Promise<boolean>;
  exists(creatorId: string, userId: string): Promise<boolean>;
  /** A page of a user's follows, newest first, and their total number. */
  list(userId: string, page: PageRequest): Promise<{ readonly rows: FollowDoc[]; readonly total: number }>;
}

export function followStore(database: Collections): FollowStore {
  const documents = database.collection(follows);
  return {
    insert: (tx, creatorId, userId, createdAt) => documents.insert({ _id: uuid(), creatorId, userId, createdAt }, { tx }),
    async delete(tx, creatorId, userId) {
      const { deletedCount } = await documents.deleteOne({ creatorId, userId }, { tx });
      return deletedCount === 1;
    },
    async exists(creatorId, userId) {
      return (await documents.findOne({ creatorId, userId }, { projection: { _id: 1 } })) !== null;
    },
    async list(userId, page) {
      const [rows, total] = await Promise.all([
        documents.find({ userId }, { sort: { createdAt: -1, _id: -1 }, skip: skipOf(page), limit: page.limit }),
        documents.count({ userId }),
      ]);
      return { rows, total };
    },
  };
}
