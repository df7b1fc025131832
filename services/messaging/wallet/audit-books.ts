import type { Connection } from "mongoose";
import { systemClock } from "#libs/kernel/clock.ts";
import type { Money } from "#libs/kernel/money.ts";
import { type Tx, transactionOn } from "#libs/mongo/transaction.ts";
import { adjustmentStore } from "./data/adjustment.store.ts";
import { escrowStore } from "./data/escrow.store.ts";
import { ledgerStore } from "./data/ledger.store.ts";
import { payoutStore } from "./data/payout.store.ts";
import { topUpStore } from "./data/top-up.store.ts";
import { walletStore } from "./data/wallet.store.ts";
import {
  type Accounts,
  checkEscrow,
  checkMessage,
  checkTotals,
  checkWallet,
  type MessageMoney,
  readPosting,
  type Violation,
  violation,
} from "./domain/books.ts";
import type { Escrow } from "./domain/escrow.ts";
import { accountOf, type Posting, type ReferenceType, splitPrice, sumOf } from "./domain/ledger.ts";
import { checkAdjustment, checkPayout, postingsOf } from "./domain/payout-books.ts";

export type { MessageMoney, Violation } from "./domain/books.ts";

/** Milliseconds; the store ends a snapshot after a minute anyway. */
const AUDIT_MS = 55_000;
const BATCH = 500;
const MAX_VIOLATIONS = 1_000;

/**
 * Rebuilds every balance from the ledger and compares it with wallets, escrows, top-ups, payouts and adjustments, all in one
 * snapshot; with messages also these with their escrows. No violation means right to the minor unit. Reads only, so it may run
 * at any time; the messages must be all there are at that time. At most a thousand violations are returned.
 */
export function auditBooks(connection: Connection, messages?: Iterable<MessageMoney>): Promise<Violation[]> {
  const stores = storesOf(connection);
  return transactionOn(
    connection,
    AUDIT_MS,
  )(async (tx) => {
    const found: Violation[] = [];
    const report = (violations: readonly Violation[]) => found.push(...violations.slice(0, MAX_VIOLATIONS - found.length));
    const { accounts, counted } = await readLedger(stores, tx, report);
    const escrows = await readEscrows(stores, tx, messages, report);
    const payouts = await readPayouts(stores, tx, report);
    const adjustments = await readAdjustments(stores, tx, report);
    const explained = { message: escrows.transactions, payout: payouts.transactions, adjustment: adjustments.transactions };
    report(Object.entries(explained).flatMap(([type, number]) => checkCount(type, counted.get(type as ReferenceType) ?? 0, number)));
    await readWallets(stores, tx, accounts, escrows.heldByFan, report);
    report(
      checkTotals(accounts, {
        held: sumOf([...escrows.heldByFan.values()]),
        commissions: escrows.commissions,
        topUps: await stores.topUps.succeededTotal(tx),
        payoutsOpen: payouts.open,
        payoutsPaid: payouts.paid,
        adjustments: adjustments.total,
      }),
    );
    return found;
  });
}

type Stores = ReturnType<typeof storesOf>;
type Report = (violations: readonly Violation[]) => void;

function storesOf(connection: Connection) {
  return {
    wallets: walletStore(connection, systemClock),
    ledger: ledgerStore(connection, systemClock),
    escrows: escrowStore(connection, systemClock),
    topUps: topUpStore(connection, systemClock),
    payouts: payoutStore(connection, systemClock),
    adjustments: adjustmentStore(connection, systemClock),
  };
}

function checkCount(type: string, counted: number, explained: number): Violation[] {
  if (counted === explained) return [];
  return [violation("M2", "ledger", `${counted} transactions about things of type ${type}, their documents explain ${explained}`)];
}

async function readLedger({ ledger }: Stores, tx: Tx, report: Report) {
  const accounts: Accounts = new Map();
  const counted = new Map<ReferenceType, number>();
  for await (const posting of ledger.chains(tx)) {
    report(readPosting(accounts, posting));
    const { type } = posting.reference;
    counted.set(type, (counted.get(type) ?? 0) + 1);
  }
  return { accounts, counted };
}

async function readEscrows(stores: Stores, tx: Tx, messages: Iterable<MessageMoney> | undefined, report: Report) {
  const unmet = messages && new Map([...messages].map((message) => [message.messageId, message]));
  const heldByFan = new Map<string, Money>();
  let commissions = 0n;
  let transactions = 0;
  await eachWithPostings(
    stores,
    tx,
    "message",
    stores.escrows.all(tx),
    ({ messageId }) => messageId,
    (escrow, postings) => {
      const { fanId, status, amount, commissionRate } = escrow;
      report(checkEscrow(escrow, postings));
      if (unmet) report(meet(unmet, escrow));
      if (status === "HELD") heldByFan.set(fanId, (heldByFan.get(fanId) ?? 0n) + amount);
      if (status === "RELEASED") commissions += splitPrice(amount, commissionRate).commission;
      transactions += status === "HELD" ? 1 : 2;
    },
  );
  for (const message of unmet?.values() ?? []) report(checkMessage(message, undefined));
  return { heldByFan, commissions, transactions };
}

async function readPayouts(stores: Stores, tx: Tx, report: Report) {
  const sums = { open: 0n, paid: 0n, transactions: 0 };
  await eachWithPostings(
    stores,
    tx,
    "payout",
    stores.payouts.all(tx),
    ({ _id }) => _id,
    (payout, postings) => {
      report(checkPayout(payout, postings));
      if (payout.status === "PAID") sums.paid += payout.amount;
      else if (payout.status !== "FAILED") sums.open += payout.amount;
      sums.transactions += postingsOf.payout(payout);
    },
  );
  return sums;
}

async function readAdjustments(stores: Stores, tx: Tx, report: Report) {
  const sums = { total: 0n, transactions: 0 };
  await eachWithPostings(
    stores,
    tx,
    "adjustment",
    stores.adjustments.all(tx),
    ({ _id }) => _id,
    (adjustment, postings) => {
      report(checkAdjustment(adjustment, postings));
      if (adjustment.status === "APPROVED") sums.total += adjustment.amount;
      sums.transactions += postingsOf.adjustment(adjustment);
    },
  );
  return sums;
}

/** Shows each row with the ledger transactions about it; one batch in memory at a time. */
async function eachWithPostings<T>(
  { ledger }: Stores,
  tx: Tx,
  type: ReferenceType,
  rows: AsyncIterable<T>,
  idOf: (row: T) => string,
  look: (row: T, postings: readonly Posting[]) => void,
): Promise<void> {
  for await (const batch of batches(rows)) {
    const postings = await ledger.about(tx, type, batch.map(idOf));
    for (const row of batch) look(row, postings.get(idOf(row)) ?? []);
  }
}

function meet(unmet: Map<string, MessageMoney>, escrow: Escrow): Violation[] {
  const message = unmet.get(escrow.messageId);
  if (!message) return [violation("M4", `escrow of message ${escrow.messageId}`, "has no message", escrow.amount)];
  unmet.delete(escrow.messageId);
  return checkMessage(message, escrow);
}

async function readWallets({ wallets }: Stores, tx: Tx, accounts: Accounts, heldByFan: Map<string, Money>, report: Report) {
  const owned = new Set<string>();
  for await (const wallet of wallets.all(tx)) {
    owned.add(accountOf(wallet.userId, wallet.kind));
    report(checkWallet(wallet, accounts, wallet.kind === "FAN" ? (heldByFan.get(wallet.userId) ?? 0n) : 0n));
  }
  for (const [account, { balance }] of accounts) {
    if (account.startsWith("user:") && !owned.has(account)) report([violation("M1", account, "has no wallet", balance)]);
  }
}

async function* batches<T>(rows: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
