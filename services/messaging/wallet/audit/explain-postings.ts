import type { LedgerKind } from "#libs/contracts/wallet/index.ts";
import type { Collection } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { rowOf, type StoredPosting } from "../domain/chain.ts";
import type { ReferenceType } from "../domain/ledger.ts";
import { KINDS_OF_ESCROW } from "../domain/ledger-invariants.ts";
import { KINDS_OF_ADJUSTMENT, KINDS_OF_PAYOUT, KINDS_OF_TOPUP } from "../domain/payout-invariants.ts";
import { type Violation, violation } from "../domain/violation.ts";
import type { AuditedBooks } from "./audited-books.ts";

/** The kinds of ledger transactions that some documents explain, by the id in their references. */
type Explain = (books: AuditedBooks, tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, readonly LedgerKind[]>>;

interface Stateful<S> {
  readonly _id: string;
  readonly status: S;
}

const byStatus =
  <S extends string, T extends Stateful<S>>(
    collectionIn: (books: AuditedBooks) => Collection<T>,
    kindsOf: Record<S, readonly LedgerKind[]>,
  ): Explain =>
  async (books, tx, ids) => {
    const options = { tx, projection: { status: 1 } } as const;
    const rows = await collectionIn(books).find<Stateful<S>>({ _id: { $in: [...ids] } } as never, options);
    return new Map(rows.map(({ _id, status }) => [_id, kindsOf[status] ?? []]));
  };

const EXPLAIN = {
  message: async ({ escrows }, tx, ids) => {
    const rows = await escrows.find({ messageId: { $in: [...ids] } }, { tx, projection: { messageId: 1, status: 1 } });
    return new Map(rows.map(({ messageId, status }) => [messageId, KINDS_OF_ESCROW[status] ?? []]));
  },
  payout: byStatus((books) => books.payouts, KINDS_OF_PAYOUT),
  adjustment: byStatus((books) => books.adjustments, KINDS_OF_ADJUSTMENT),
  topup: byStatus((books) => books.topUps, KINDS_OF_TOPUP),
} as const satisfies Record<ReferenceType, Explain>;

/** Finds the ledger transactions that no document explains. The other direction is that of the slices of documents. */
export async function explainPostings(books: AuditedBooks, tx: Tx, postings: readonly StoredPosting[]): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const [type, own] of Map.groupBy(postings, ({ reference }) => reference.type)) {
    const explain: Explain | undefined = EXPLAIN[type];
    const explained = await explain?.(books, tx, [...new Set(own.map(({ reference }) => reference.id))]);
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
