import { LEGAL_KINDS, type LegalKind } from "#libs/contracts/content/legal.ts";
import { date, nullable, oneOf, text } from "#libs/kernel/fields.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** One change of a legal text. */
interface LegalVersionDoc extends DocumentIn<typeof legalVersions> {}

/** A version in a list. */
export interface LegalVersionRow extends Omit<LegalVersionDoc, "content"> {
  /** Length of the text; null when it was withdrawn. */
  readonly characters: number | null;
}

export const legalVersions = defineCollection({
  name: "legal_versions",
  fields: {
    /** Id of the change in the audit of the config service. */
    _id: text,
    kind: oneOf(LEGAL_KINDS),
    /** Null: the text was withdrawn. */
    content: nullable(text),
    publishedAt: date,
    /** User id. */
    publishedBy: text,
  },
  indexes: [{ name: "history", key: { kind: 1, publishedAt: -1, _id: -1 } }],
});

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
