import { HOUR, utcDay } from "#libs/kernel/clock.ts";
import type { Collection, Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { adjustments } from "../data/adjustment.store.ts";
import { chargebacks } from "../data/chargeback.store.ts";
import { earningReversals } from "../data/earning-reversal.store.ts";
import { escrows } from "../data/escrow.model.ts";
import { ledgerTransactions } from "../data/ledger.model.ts";
import { ledgerAudits } from "../data/ledger-audit.store.ts";
import { ledgerTotals } from "../data/ledger-total.model.ts";
import type { MessageMoneySource } from "../data/message-money.store.ts";
import { payouts } from "../data/payout.model.ts";
import { providerMovements } from "../data/provider-movement.model.ts";
import { refunds } from "../data/refund.store.ts";
import { topUps } from "../data/top-up.store.ts";
import { unclaimed } from "../data/unclaimed.store.ts";
import { wallets } from "../data/wallet.model.ts";
import type { Violation } from "../domain/violation.ts";

/** All that an audit reads. */
export type AuditedBooks = ReturnType<typeof auditedBooks>;

/** Clocks of processes differ, so a day that comes this soon may be over for one of them. */
const DAY_MAY_BE_OVER_MS = HOUR;

/**
 * @param messages null: messages are not compared with their escrows
 * @param now null: earnings in hold are not compared with their escrows
 */
export function auditedBooks(database: Collections, messages: MessageMoneySource | null, now: Date | null) {
  return {
    /** Earnings that are in hold after this UTC day are compared; null: none. */
    heldAfter: now && utcDay(new Date(now.getTime() + DAY_MAY_BE_OVER_MS)),
    ledger: database.collection(ledgerTransactions),
    wallets: database.collection(wallets),
    escrows: database.collection(escrows),
    payouts: database.collection(payouts),
    adjustments: database.collection(adjustments),
    topUps: database.collection(topUps),
    refunds: database.collection(refunds),
    chargebacks: database.collection(chargebacks),
    reversals: database.collection(earningReversals),
    movements: database.collection(providerMovements),
    unclaimed: database.collection(unclaimed),
    totals: database.collection(ledgerTotals),
    audits: database.collection(ledgerAudits),
    messages,
  };
}

/** What one snapshot of a part of the books has shown. */
export interface Slice {
  readonly violations: readonly Violation[];
  /** Id after which the next slice begins; null: this was the last one. */
  readonly next: string | null;
}

/** Reads the slice of a part behind an id; null: the first one. */
export type ReadSlice = (books: AuditedBooks, tx: Tx, after: string | null) => Promise<Slice>;

/** Accounts or documents of one slice. */
export const SLICE_SIZE = 500;

/** The documents of a slice in the order of their ids, and where the next one begins. */
export async function documentsAfter<T extends { readonly _id: string }>(
  collection: Collection<T>,
  tx: Tx,
  after: string | null,
): Promise<{ readonly rows: T[]; readonly next: string | null }> {
  const rows = await collection.find({ _id: { $gt: after ?? "" } } as never, { tx, sort: { _id: 1 }, limit: SLICE_SIZE });
  return { rows, next: rows.length < SLICE_SIZE ? null : (rows.at(-1)?._id ?? null) };
}
