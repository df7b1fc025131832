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
    /** Random: revisions are equal or different, not ordered. */
    revision: text,
  },
});

const REVISION = { _id: "content" } as const;

/** The revision of the published content. A cache compares revisions instead of texts. */
export interface ContentRevisionStore {
  /** Unchanged as long as the content is. */
  current(): Promise<string>;
  /** Part of every change of published content. Returns the revision after the commit. */
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
