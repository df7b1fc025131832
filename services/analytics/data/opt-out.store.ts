import { date, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";

/** A visitor who has opted out of tracking. */
export interface OptOutDoc extends DocumentIn<typeof optOuts> {}

export const optOuts = defineCollection({
  name: "opt_outs",
  fields: {
    /** Visitor hash. */
    _id: text,
    createdAt: date,
  },
});

export interface OptOutStore {
  /** Returns those of the visitors who have opted out. */
  findOptedOut(visitorHashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Keeps the time of the first opt-out. */
  insertOnce(visitorHash: string, at: Date): Promise<void>;
}

export function optOutStore(database: Collections): OptOutStore {
  const rows = database.collection(optOuts);
  return {
    async findOptedOut(visitorHashes) {
      const found = await rows.find<Pick<OptOutDoc, "_id">>({ _id: { $in: [...visitorHashes] } }, { projection: { _id: 1 } });
      return new Set(found.map(({ _id }) => _id));
    },

    async insertOnce(visitorHash, at) {
      await rows.updateOne({ _id: visitorHash }, { $setOnInsert: { createdAt: at } }, { upsert: true });
    },
  };
}
