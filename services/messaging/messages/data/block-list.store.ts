import { date, text } from "#libs/kernel/fields.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import { batchedQuery } from "#libs/platform/mongo/batched-query.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";

/** A user receives no messages from another one. */
export interface BlockDoc extends DocumentIn<typeof blockLists> {}

export const blockLists = defineCollection({
  name: "block_lists",
  fields: {
    _id: text,
    ownerId: text,
    blockedId: text,
    createdAt: date,
  },
  indexes: [
    { name: "one_per_pair", key: { ownerId: 1, blockedId: 1 }, unique: true },
    { name: "of_owner", key: { ownerId: 1, createdAt: -1, _id: -1 } },
    { name: "of_blocked", key: { blockedId: 1 } },
  ],
});

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
