import type { Connection } from "mongoose";
import { type BioPageView, bioPageViewModel } from "./bio-page-view.model.ts";

export type BioPageViewStore = ReturnType<typeof bioPageViewStore>;

export function bioPageViewStore(connection: Connection) {
  const model = bioPageViewModel(connection);

  async function removeUpTo(filter: object, limit: number): Promise<number> {
    const found = await model.find(filter, { _id: 1 }).limit(limit).lean<Pick<BioPageView, "_id">[]>();
    const { deletedCount } = await model.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
    return deletedCount;
  }

  return {
    async insertMany(rows: readonly BioPageView[]): Promise<void> {
      await model.insertMany(rows, { ordered: false, lean: true });
    },
    /** Removes up to so many views of the pages; how many they were. */
    removeOfPages: (bioPageIds: readonly string[], limit: number) => removeUpTo({ bioPageId: { $in: bioPageIds } }, limit),
    /** Removes up to so many views from before an instant; how many they were. */
    removeOlderThan: (instant: Date, limit: number) => removeUpTo({ createdAt: { $lt: instant } }, limit),
  };
}
