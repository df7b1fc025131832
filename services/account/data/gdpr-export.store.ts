import { Schema } from "mongoose";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** One JSON document of an export. */
export interface GdprExportPartDoc {
  /** `<request id>:<part>` */
  readonly _id: string;
  readonly requestId: string;
  readonly userId: string;
  /** From 1. */
  readonly part: number;
  /** The document, encrypted and bound to its id and its owner. */
  readonly sealed: string;
  readonly expiresAt: Date;
}

const schema = new Schema<GdprExportPartDoc>(
  {
    _id: { type: String, required: true },
    requestId: { type: String, required: true },
    userId: { type: String, required: true },
    part: { type: Number, required: true },
    sealed: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ userId: 1 }, { name: "of_user" });
schema.index({ expiresAt: 1 }, { name: "retention", expireAfterSeconds: 0 });

export const gdprExports: CollectionDefinition<GdprExportPartDoc> = { name: "gdpr_exports", schema };

export interface GdprExportStore {
  /** Inserts a part, or replaces the one that an earlier attempt has left. */
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
