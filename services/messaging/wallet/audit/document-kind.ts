import type { LedgerKind } from "#libs/contracts/wallet/index.ts";
import type { LedgerInvariant } from "#libs/contracts/wallet/ledger-audit.ts";
import type { Collection } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { isWellFormed, type StoredPosting } from "../domain/chain.ts";
import { checkPostings, type ExpectedPosting } from "../domain/expected-postings.ts";
import { KINDS_OF, type ReferenceType } from "../domain/ledger.ts";
import type { Subject, Violation } from "../domain/violation.ts";
import { type AuditedBooks, documentsAfter, type ReadSlice } from "./audited-books.ts";

/** Documents, and what the ledger must have of them. */
interface DocumentKind<T extends { readonly _id: string }> {
  /** The type of the references to them. */
  readonly type: ReferenceType;
  readonly collection: (books: AuditedBooks) => Collection<T>;
  /** The field whose value is the id in a reference. */
  readonly field: keyof T & string;
  readonly invariant: (document: T) => LedgerInvariant;
  readonly name: string;
  /** Reads what it needs for some documents together. */
  readonly expect: OfDocuments<T, readonly ExpectedPosting[]>;
  /** What else must be right. */
  readonly check?: OfDocuments<T, readonly Violation[]>;
}

export type OfDocuments<T, R> = (books: AuditedBooks, tx: Tx, documents: readonly T[]) => Promise<(document: T) => R>;

/** Documents as the audits read them: against the ledger, and from the ledger. */
export interface AuditedDocuments {
  /** Compares the documents with their ledger transactions. */
  readonly read: ReadSlice;
  /** The kinds of ledger transactions that documents explain, by the ids in references. */
  readonly explain: Explain;
}

export type Explain = (books: AuditedBooks, tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, readonly LedgerKind[]>>;

export function auditedDocuments<T extends { readonly _id: string }>(kind: DocumentKind<T>): AuditedDocuments {
  const { type, collection, field, name, invariant, expect, check } = kind;
  const idOf = (document: T) => String(document[field]);
  const subjectOf = (document: T, place: string): Subject => ({
    invariant: invariant(document),
    subject: `${name} ${idOf(document)}`,
    rows: [{ collection: place, id: document._id }],
  });
  return {
    async read(books, tx, after) {
      const { rows, next } = await documentsAfter(collection(books), tx, after);
      if (rows.length === 0) return { violations: [], next };
      const postings = await postingsOf(books, tx, type, rows.map(idOf));
      const expected = await expect(books, tx, rows);
      const others = await check?.(books, tx, rows);
      const violations = rows.flatMap((document) => {
        const own = checkPostings(subjectOf(document, collection(books).name), postings(idOf(document)), expected(document));
        return others ? [...own, ...others(document)] : own;
      });
      return { violations, next };
    },
    async explain(books, tx, ids) {
      const rows = await collection(books).find({ [field]: { $in: [...ids] } } as never, { tx });
      const expected = await expect(books, tx, rows);
      return new Map(rows.map((document) => [idOf(document), expected(document).map((posting) => posting.kind)]));
    },
  };
}

/** Nothing else has to be read. */
export const each =
  <T, R>(of: (document: T) => R): OfDocuments<T, R> =>
  async () =>
    of;

/** The ledger transactions of some references of one type, by the id of the reference. */
async function postingsOf({ ledger }: AuditedBooks, tx: Tx, type: ReferenceType, ids: readonly string[]) {
  const filter = { kind: { $in: [...KINDS_OF[type]] }, "reference.type": type, "reference.id": { $in: [...ids] } };
  const rows: StoredPosting[] = await ledger.find(filter, { tx });
  const byId = Map.groupBy(rows.filter(isWellFormed), ({ reference }) => reference.id);
  return (id: string): readonly StoredPosting[] => byId.get(id) ?? [];
}
