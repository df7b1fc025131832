import { Schema } from "mongoose";
import { uuid } from "#libs/kernel/ids.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import { batchedQuery } from "#libs/platform/mongo/batched-query.ts";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";

/** A user receives no messages from another one. */
export interface BlockDoc {
  readonly _id: string;
  readonly ownerId: string;
  readonly blockedId: string;
  readonly createdAt: Date;
}

const schema = new Schema<BlockDoc>(
  {
    _id: { type: String, required: true },
    ownerId: { type: String, required: true },
    blockedId: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ ownerId: 1, blockedId: 1 }, { name: "one_per_pair", unique: true });
schema.index({ ownerId: 1, createdAt: -1, _id: -1 }, { name: "of_owner" });
schema.index({ blockedId: 1 }, { name: "of_blocked" });

export const blockLists: CollectionDefinition<BlockDoc> = { name: "block_lists", schema };

type Pair = Pick<BlockDoc, "ownerId" | "blockedId">;

export interface BlockListStore {
  exists(ownerId: string, blockedId: string): Promise<boolean>;
  /** Keeps an existing block as it is. */
  insertOnce(ownerId: string, blockedId: string, createdAt: Date): Promise<void>;
  delete(ownerId: string, blockedId: string): Promise<void>;
  /** A page of the blocks of a user, newest first. */
  list(ownerId: string, page: PageRequest): Promise<{ readonly items: BlockDoc[]; readonly total: number }>;
}

export function blockListStore(database: Collections): BlockListStore {
  const blocks = database.collection(blockLists);
  const findExisting = batchedQuery<Pair, boolean>("messaging.findBlocks", async (pairs) => {
    const found = await blocks.find<Pair>({ $or: [...pairs] }, { projection: { ownerId: 1, blockedId: 1 } });
    return pairs.map((pair) => found.some(({ ownerId, blockedId }) => ownerId === pair.ownerId && blockedId === pair.blockedId));
  });
  return {
    exists: (ownerId, blockedId) => findExisting({ ownerId, blockedId }),
    async insertOnce(ownerId, blockedId, createdAt) {
      try {
        await blocks.updateOne({ ownerId, blockedId }, { $setOnInsert: { _id: uuid(), createdAt } }, { upsert: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
    async delete(ownerId, blockedId) {
      await blocks.deleteOne({ ownerId, blockedId });
    },
    async list(ownerId, page) {
      const [items, total] = await Promise.all([
        blocks.find({ ownerId }, { sort: { createdAt: -1, _id: -1 }, skip: skipOf(page), limit: page.limit }),
        blocks.count({ ownerId }),
      ]);
      return { items, total };
    },
  };
}
