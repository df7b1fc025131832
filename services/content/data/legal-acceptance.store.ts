import type { Connection } from "mongoose";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import { type LegalAcceptanceDoc, legalAcceptanceModel } from "./legal-acceptance.model.ts";

export type LegalAcceptanceStore = ReturnType<typeof legalAcceptanceStore>;

export function legalAcceptanceStore(connection: Connection) {
  const model = legalAcceptanceModel(connection);
  return {
    /** Keeps the first acceptance of a version and returns it. */
    async acceptOnce(acceptance: LegalAcceptanceDoc): Promise<LegalAcceptanceDoc> {
      const { userId, kind, version } = acceptance;
      const known = await model.findOne({ userId, kind, version }).lean<LegalAcceptanceDoc>();
      if (known) return known;
      try {
        await model.insertOne(acceptance);
        return acceptance;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return (await model.findOne({ userId, kind, version }).lean<LegalAcceptanceDoc>()) ?? acceptance;
      }
    },

    /** A page of a user's acceptances, latest first, and how many there are. */
    async page(userId: string, page: PageRequest): Promise<{ rows: LegalAcceptanceDoc[]; total: number }> {
      const total = await model.countDocuments({ userId });
      const rows = await model
        .find({ userId })
        .sort({ acceptedAt: -1, _id: -1 })
        .skip(skipOf(page))
        .limit(page.limit)
        .lean<LegalAcceptanceDoc[]>();
      return { rows, total };
    },
  };
}
