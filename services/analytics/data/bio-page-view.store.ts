import type { Connection } from "mongoose";
import { type BioPageView, bioPageViewModel } from "./bio-page-view.model.ts";
import { removeUpTo } from "./remove-up-to.ts";

export type BioPageViewStore = ReturnType<typeof bioPageViewStore>;

export function bioPageViewStore(connection: Connection) {
  const model = bioPageViewModel(connection);

  return {
    async insertMany(rows: readonly BioPageView[]): Promise<void> {
      await model.insertMany(rows, { ordered: false, lean: true });
    },
    /** Removes up to so many views from before an instant; how many they were. */
    removeOlderThan: (instant: Date, limit: number) => removeUpTo(model, { createdAt: { $lt: instant } }, limit),
  };
}
