import { date, text } from "#libs/kernel/fields.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** A user follows a creator. */
export interface FollowDoc extends DocumentIn<typeof follows> {}

export const follows = defineCollection({
  name: "follows",
  fields: {
    _id: text,
    creatorId: text,
    userId: text,
    createdAt: date,
  },
  indexes: [
    { name: "once", key: { creatorId: 1, userId: 1 }, unique: true },
    { name: "of_user", key: { userId: 1, createdAt: -1, _id: -1 } },
  ],
  unknownFields: "drop",
});

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
