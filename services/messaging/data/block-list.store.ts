import type { Connection } from "mongoose";
import { uuid } from "#libs/kernel/ids.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import { type BlockDoc, blockListModel } from "./block-list.model.ts";

export type BlockListStore = ReturnType<typeof blockListStore>;

export function blockListStore(connection: Connection) {
  const model = blockListModel(connection);
  return {
    async has(ownerId: string, blockedId: string): Promise<boolean> {
      return (await model.exists({ ownerId, blockedId })) !== null;
    },

    /** A block that is there stays as it is. */
    async add(ownerId: string, blockedId: string, createdAt: Date): Promise<void> {
      try {
        await model.updateOne({ ownerId, blockedId }, { $setOnInsert: { _id: uuid(), createdAt } }, { upsert: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },

    async remove(ownerId: string, blockedId: string): Promise<void> {
      await model.deleteOne({ ownerId, blockedId });
    },

    async page(ownerId: string, page: PageRequest): Promise<{ items: BlockDoc[]; total: number }> {
      const items = model.find({ ownerId }).sort({ createdAt: -1, _id: -1 }).skip(skipOf(page)).limit(page.limit).lean<BlockDoc[]>();
      const [found, total] = await Promise.all([items.exec(), model.countDocuments({ ownerId })]);
      return { items: found, total };
    },
  };
}
