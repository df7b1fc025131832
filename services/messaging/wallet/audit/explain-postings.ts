import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { rowOf, type StoredPosting } from "../domain/chain.ts";
import { type Violation, violation } from "../domain/violation.ts";
import type { AuditedBooks } from "./audited-books.ts";
import type { AuditedDocuments } from "./document-kind.ts";
import { DOCUMENTS } from "./documents.ts";

/** Finds the ledger transactions that no document explains. The other direction is that of the slices of documents. */
export async function explainPostings(books: AuditedBooks, tx: Tx, postings: readonly StoredPosting[]): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const [type, own] of Map.groupBy(postings, ({ reference }) => reference.type)) {
    const documents: Pick<AuditedDocuments, "explain"> | undefined = DOCUMENTS[type];
    const explained = await documents?.explain(books, tx, [...new Set(own.map(({ reference }) => reference.id))]);
    for (const posting of own) {
      const { kind, reference } = posting;
      if (explained?.get(reference.id)?.includes(kind)) continue;
      violations.push(
        violation("M1", `${kind} of ${type} ${reference.id}`, "no document explains it", amountOf(posting), [rowOf(posting)]),
      );
    }
  }
  return violations;
}

function amountOf({ movement: { amount } }: StoredPosting) {
  return amount === 0n ? 1n : amount;
}
