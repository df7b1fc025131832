import { Schema } from "mongoose";
import { LEGAL_KINDS, type LegalKind } from "#libs/contracts/content/legal.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** One change of a legal text. */
interface LegalVersionDoc {
  /** Id of the change in the audit of the config service. */
  readonly _id: string;
  readonly kind: LegalKind;
  /** Null: the text was withdrawn. */
  readonly content: string | null;
  readonly publishedAt: Date;
  /** User id. */
  readonly publishedBy: string;
}

/** A version in a list. */
export interface LegalVersionRow extends Omit<LegalVersionDoc, "content"> {
  /** Length of the text; null when it was withdrawn. */
  readonly characters: number | null;
}

const schema = new Schema<LegalVersionDoc>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true, enum: LEGAL_KINDS },
    content: { type: String, default: null },
    publishedAt: { type: Date, required: true },
    publishedBy: { type: String, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ kind: 1, publishedAt: -1, _id: -1 }, { name: "history" });

export const legalVersions: CollectionDefinition<LegalVersionDoc> = { name: "legal_versions", schema };

export interface LegalVersionStore {
  /** No effect when the version is stored already. */
  insertOnce(tx: Tx, version: LegalVersionDoc): Promise<void>;
  /** The last version before an instant. */
  findLastBefore(kind: LegalKind, instant: Date): Promise<LegalVersionDoc | null>;
  /** A page of the history, newest first. */
  list(kind: LegalKind, page: PageRequest): Promise<{ readonly rows: LegalVersionRow[]; readonly total: number }>;
}

export function legalVersionStore(database: Collections): LegalVersionStore {
  const versions = database.collection(legalVersions);
  const newestFirst = { publishedAt: -1, _id: -1 } as const;
  return {
    async insertOnce(tx, { _id, ...version }) {
      await versions.updateOne({ _id }, { $setOnInsert: version }, { tx, upsert: true });
    },
    findLastBefore: (kind, instant) => versions.findOne({ kind, publishedAt: { $lt: instant } }, { sort: newestFirst }),
    async list(kind, page) {
      const total = await versions.count({ kind });
      if (skipOf(page) >= total) return { rows: [], total };
      const found = await versions.find({ kind }, { sort: newestFirst, skip: skipOf(page), limit: page.limit });
      return { rows: found.map(({ content, ...row }) => ({ ...row, characters: content?.length ?? null })), total };
    },
  };
}
