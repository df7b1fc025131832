import type { Connection } from "mongoose";
import { type OptOut, optOutModel } from "./opt-out.model.ts";

export type OptOutStore = ReturnType<typeof optOutStore>;

export function optOutStore(connection: Connection) {
  const model = optOutModel(connection);
  return {
    /** Those of the visitors who have opted out. */
    async among(visitorHashes: readonly string[]): Promise<ReadonlySet<string>> {
      const found = await model.find({ _id: { $in: visitorHashes } }, { _id: 1 }).lean<Pick<OptOut, "_id">[]>();
      return new Set(found.map(({ _id }) => _id));
    },

    async add(visitorHash: string, at: Date): Promise<void> {
      await model.updateOne({ _id: visitorHash }, { $setOnInsert: { createdAt: at } }, { upsert: true });
    },
  };
}
