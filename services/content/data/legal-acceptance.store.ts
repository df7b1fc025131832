import { LEGAL_KINDS } from "#libs/contracts/content/legal.ts";
import { date, oneOf, text } from "#libs/kernel/fields.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** A user has accepted a version of a legal text. */
export interface LegalAcceptanceDoc extends DocumentIn<typeof legalAcceptances> {}

export const legalAcceptances = defineCollection({
  name: "legal_acceptances",
  fields: {
    _id: text,
    userId: text,
    kind: oneOf(LEGAL_KINDS),
    /** When the accepted text was published. */
    version: date,
    acceptedAt: date,
  },
  indexes: [
    { name: "once_per_version", key: { userId: 1, kind: 1, version: 1 }, unique: true },
    { name: "of_user", key: { userId: 1, acceptedAt: -1, _id: -1 } },
  ],
});

export interface LegalAcceptanceStore {
  /** Returns the stored acceptance: an earlier one of the same version stays. */
  insertOnce(acceptance: LegalAcceptanceDoc): Promise<LegalAcceptanceDoc>;
  /** As `insertOnce`, within a transaction. */
  upsert(tx: Tx, acceptance: LegalAcceptanceDoc): Promise<void>;
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

    async upsert(tx, { userId, kind, version, ...first }) {
      await acceptances.updateOne({ userId, kind, version }, { $setOnInsert: first }, { tx, upsert: true });
    },

    async list(userId, page) {
      const total = await acceptances.count({ userId });
      const rows = await acceptances.find({ userId }, { sort: { acceptedAt: -1, _id: -1 }, skip: skipOf(page), limit: page.limit });
      return { rows, total };
    },
  };
}
