import { Schema } from "mongoose";
import { LEGAL_KINDS, type LegalKind } from "#libs/contracts/content/legal.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";

/** A user has accepted a version of a legal text. */
export interface LegalAcceptanceDoc {
  readonly _id: string;
  readonly userId: string;
  readonly kind: LegalKind;
  /** When the accepted text was published. */
  readonly version: Date;
  readonly acceptedAt: Date;
}

const schema = new Schema<LegalAcceptanceDoc>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    kind: { type: String, required: true, enum: LEGAL_KINDS },
    version: { type: Date, required: true },
    acceptedAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ userId: 1, kind: 1, version: 1 }, { name: "once_per_version", unique: true });
schema.index({ userId: 1, acceptedAt: -1, _id: -1 }, { name: "of_user" });

export const legalAcceptances: CollectionDefinition<LegalAcceptanceDoc> = { name: "legal_acceptances", schema };

export interface LegalAcceptanceStore {
  /** Returns the acceptance that is stored: an earlier one of the same version stays. */
  insertOnce(acceptance: LegalAcceptanceDoc): Promise<LegalAcceptanceDoc>;
  /** A page of a user's acceptances, latest first. */
  list(userId: string, page: PageRequest): Promise<{ readonly rows: LegalAcceptanceDoc[]; readonly total: number }>;
}

export function legalAcceptanceStore(database: Collections): LegalAcceptanceStore {
  const acceptances = database.collection(legalAcceptances);
  return {
    async insertOnce(acceptance) {
      const { userId, kind, version } = acceptance;
      const existing = await acceptances.findOne({ userId, kind, version });
      if (existing) return existing;
      try {
        await acceptances.insert(acceptance);
        return acceptance;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return (await acceptances.findOne({ userId, kind, version })) ?? acceptance;
      }
    },

    async list(userId, page) {
      const total = await acceptances.count({ userId });
      const rows = await acceptances.find({ userId }, { sort: { acceptedAt: -1, _id: -1 }, skip: skipOf(page), limit: page.limit });
      return { rows, total };
    },
  };
}
