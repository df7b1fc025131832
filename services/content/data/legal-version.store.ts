import type { Connection } from "mongoose";
import type { LegalKind } from "#libs/contracts/content-legal.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type LegalVersionDoc, legalVersionModel } from "./legal-version.model.ts";

/** A version as a list shows it. */
export interface LegalVersionRow extends Omit<LegalVersionDoc, "content"> {
  /** Null: the text was taken back. */
  readonly characters: number | null;
}

export type LegalVersionStore = ReturnType<typeof legalVersionStore>;

export function legalVersionStore(connection: Connection) {
  const model = legalVersionModel(connection);
  return {
    async insertOnce(session: Tx, { _id, ...version }: LegalVersionDoc): Promise<void> {
      await model.updateOne({ _id }, { $setOnInsert: version }, { session, upsert: true });
    },

    /** The last version before an instant. */
    before(kind: LegalKind, instant: Date): Promise<LegalVersionDoc | null> {
      return model
        .findOne({ kind, publishedAt: { $lt: instant } })
        .sort({ publishedAt: -1, _id: -1 })
        .lean<LegalVersionDoc>()
        .exec();
    },

    /** A page of the history, newest first, and how many versions there are. */
    async page(kind: LegalKind, page: PageRequest): Promise<{ rows: LegalVersionRow[]; total: number }> {
      const total = await model.countDocuments({ kind });
      if (skipOf(page) >= total) return { rows: [], total };
      const found = await model
        .find({ kind })
        .sort({ publishedAt: -1, _id: -1 })
        .skip(skipOf(page))
        .limit(page.limit)
        .lean<LegalVersionDoc[]>();
      return { rows: found.map(({ content, ...row }) => ({ ...row, characters: content?.length ?? null })), total };
    },
  };
}
