import { Schema } from "mongoose";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";

/** A visitor who has opted out of tracking. */
export interface OptOutDoc {
  /** Visitor hash. */
  readonly _id: string;
  readonly createdAt: Date;
}

const schema = new Schema<OptOutDoc>(
  { _id: { type: String, required: true }, createdAt: { type: Date, required: true } },
  { versionKey: false, strict: "throw" },
);

export const optOuts: CollectionDefinition<OptOutDoc> = { name: "opt_outs", schema };

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
