import { text } from "#libs/kernel/fields.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** The only document of its collection. */
export const contentRevisions = defineCollection({
  name: "content_revision",
  fields: {
    _id: text,
    /** Random: revisions are equal or not, none is higher. */
    revision: text,
  },
});

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
