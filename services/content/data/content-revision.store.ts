import { Schema } from "mongoose";
import { uuid } from "#libs/kernel/ids.ts";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** The only document of its collection. */
interface ContentRevisionDoc {
  readonly _id: string;
  /** Random: revisions are equal or not, none is higher. */
  readonly revision: string;
}

const schema = new Schema<ContentRevisionDoc>(
  { _id: { type: String, required: true }, revision: { type: String, required: true } },
  { versionKey: false, strict: "throw" },
);

export const contentRevisions: CollectionDefinition<ContentRevisionDoc> = { name: "content_revision", schema };

const REVISION = { _id: "content" } as const;

/** Names the state of what is published: whoever keeps an answer compares the revision, not the texts. */
export interface ContentRevisionStore {
  /** The same as long as nothing changes. */
  current(): Promise<string>;
  /** Part of every change of what the public reads. Returns the revision that counts after the commit. */
  renew(tx: Tx): Promise<string>;
}

export function contentRevisionStore(database: Collections): ContentRevisionStore {
  const revisions = database.collection(contentRevisions);
  return {
    current: async () => (await revisions.findOne(REVISION))?.revision ?? "none",
    async renew(tx) {
      const revision = uuid();
      await revisions.updateOne(REVISION, { $set: { revision } }, { tx, upsert: true });
      return revision;
    },
  };
}
