import { date, number, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** One JSON document of an export. */
export interface GdprExportPartDoc extends DocumentIn<typeof gdprExports> {}

export const gdprExports = defineCollection({
  name: "gdpr_exports",
  fields: {
    /** `<request id>:<part>` */
    _id: text,
    requestId: text,
    userId: text,
    /** From 1. */
    part: number,
    /** The document, encrypted and bound to its id and its owner. */
    sealed: text,
    expiresAt: date,
  },
  indexes: [
    { name: "of_user", key: { userId: 1 } },
    { name: "retention", key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
});

export interface GdprExportStore {
  /** Inserts a part, or replaces the one of an earlier attempt. */
  upsert(tx: Tx, part: GdprExportPartDoc): Promise<void>;
  /** A part that has not expired; null when there is none. */
  find(requestId: string, part: number, now: Date): Promise<GdprExportPartDoc | null>;
}

export function gdprExportStore(database: Collections): GdprExportStore {
  const rows = database.collection(gdprExports);
  return {
    async upsert(tx, { _id, ...part }) {
      await rows.updateOne({ _id }, { $set: part }, { tx, upsert: true });
    },
    find: (requestId, part, now) => rows.findOne({ _id: `${requestId}:${part}`, expiresAt: { $gt: now } }),
  };
}
