import { systemClock } from "#libs/kernel/clock.ts";
import { type Money, shareOf } from "#libs/kernel/money.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import type { Database } from "#libs/platform/mongo/database.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { adjustmentStore } from "../data/adjustment.store.ts";
import { chargebackStore } from "../data/chargeback.store.ts";
import { earningReversalStore } from "../data/earning-reversal.store.ts";
import { escrowStore } from "../data/escrow.store.ts";
import { ledgerStore } from "../data/ledger.store.ts";
import { payoutStore } from "../data/payout.store.ts";
import { refundStore } from "../data/refund.store.ts";
import { topUpStore } from "../data/top-up.store.ts";
import { unclaimedStore } from "../data/unclaimed.store.ts";
import { walletStore } from "../data/wallet.store.ts";
import { reversedOf } from "../domain/earning-reversal.ts";
import type { Escrow } from "../domain/escrow.ts";
import { accountOf, type ReferenceType, splitPrice, sumOf } from "../domain/ledger.ts";
import {
  type Accounts,
  applyPosting,
  checkEscrow,
  checkMessage,
  checkTotals,
  checkWallet,
  isWellFormed,
  type MessageMoney,
  type Violation,
  violation,
} from "../domain/ledger-invariants.ts";
import { checkReversed, stoppedNetOf } from "../domain/money-back-invariants.ts";
import { checkAdjustment, checkPayout, postingCountOf } from "../domain/payout-invariants.ts";
import { addUnclaimed, checkUnclaimed, type UnclaimedSums } from "../domain/unclaimed-invariants.ts";
import { auditMoneyBack } from "./audit-money-back.ts";
import { forEachWithPostings } from "./each-with-postings.ts";

export type { MessageMoney, Violation } from "../domain/ledger-invariants.ts";

/** Milliseconds; MongoDB ends a snapshot after a minute. */
const AUDIT_MS = 55_000;
const MAX_VIOLATIONS = 1_000;

type LedgerDatabase = Pick<Database, "collection" | "transaction" | "transactionWithin">;

/** What an audit has read. */
interface Books {
  readonly violations: Violation[];
  /** Minor units; zero while the ledger is consistent. */
  readonly total: Money;
}

/**
 * Rebuilds every balance from the ledger and compares it with wallets, escrows, top-ups, payouts and adjustments, to the minor unit
 * and in one snapshot. It only reads, so it may run at any time. Returns at most 1,000 violations.
 *
 * @param messages all messages at this time, to be compared with their escrows; absent: messages are not checked
 */
export async function auditLedger(database: LedgerDatabase, messages?: Iterable<MessageMoney>): Promise<Violation[]> {
  return (await readBooks(database, messages)).violations;
}

/** As {@link auditLedger}, with the sum of all accounts. */
export function readBooks(database: LedgerDatabase, messages?: Iterable<MessageMoney>): Promise<Books> {
  const stores = storesOf(database);
  const transaction = database.transactionWithin(AUDIT_MS);
  return transaction(async (tx) => {
    const found: Violation[] = [];
    const report = (violations: readonly Violation[]) => found.push(...violations.slice(0, MAX_VIOLATIONS - found.length));
    const { accounts, counts } = await auditPostings(stores, tx, report);
    const back = await auditMoneyBack(stores, tx, report);
    const escrows = await auditEscrows(stores, tx, { messages, reversed: back.reversed }, report);
    const payouts = await auditPayouts(stores, tx, report);
    const adjustments = await auditAdjustments(stores, tx, report);
    const expectedCounts = { message: escrows.postings, payout: payouts.postings, adjustment: adjustments.postings, ...back.postings };
    report(
      Object.entries(expectedCounts).flatMap(([type, expected]) => checkCount(type, counts.get(type as ReferenceType) ?? 0, expected)),
    );
    await auditWallets(stores, tx, { accounts, ...escrows }, report);
    report(checkUnclaimed(accounts, await unclaimedSums(stores, tx)));
    report(
      checkTotals(accounts, {
        held: sumOf([...escrows.heldByFan.values()]),
        commissions: escrows.commissions,
        topUps: back.topUps,
        wentBack: back.wentBack,
        losses: back.losses,
        payoutsOpen: payouts.open,
        payoutsPaid: payouts.paid,
        adjustments: adjustments.total,
      }),
    );
    return { violations: found, total: sumOf([...accounts.values()].map(({ balance }) => balance)) };
  });
}

type Stores = ReturnType<typeof storesOf>;
type Report = (violations: readonly Violation[]) => void;

function storesOf(database: Collections) {
  return {
    wallets: walletStore(database, systemClock),
    ledger: ledgerStore(database, systemClock),
    escrows: escrowStore(database),
    topUps: topUpStore(database, systemClock),
    payouts: payoutStore(database, systemClock),
    adjustments: adjustmentStore(database, systemClock),
    unclaimed: unclaimedStore(database, systemClock),
    refunds: refundStore(database, systemClock),
    chargebacks: chargebackStore(database, systemClock),
    reversals: earningReversalStore(database),
  };
}

function checkCount(type: string, actual: number, expected: number): Violation[] {
  if (actual === expected) return [];
  return [violation("M2", "ledger", `${actual} transactions with a reference of type ${type}, its documents explain ${expected}`)];
}

/** Reads the ledger: the state of each account, and how many transactions each type of reference has. */
async function auditPostings({ ledger }: Stores, tx: Tx, report: Report) {
  const accounts: Accounts = new Map();
  const counts = new Map<ReferenceType, number>();
  for await (const posting of ledger.scan(tx)) {
    if (!isWellFormed(posting)) {
      report([violation("M2", `ledger transaction ${posting._id}`, "is malformed")]);
      continue;
    }
    report(applyPosting(accounts, posting));
    const { type } = posting.reference;
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return { accounts, counts };
}

interface OfMessages {
  readonly messages: Iterable<MessageMoney> | undefined;
  /** What went back of earned prices, by message. */
  readonly reversed: ReadonlyMap<string, Money>;
}

async function auditEscrows(stores: Stores, tx: Tx, { messages, reversed }: OfMessages, report: Report) {
  const unmatched = messages && new Map([...messages].map((message) => [message.messageId, message]));
  const heldByFan = new Map<string, Money>();
  const stoppedByCreator = new Map<string, Money>();
  const sums = { commissions: 0n, postings: 0 };
  const rows = stores.escrows.scan(tx);
  await forEachWithPostings(stores, tx, { type: "message", rows, idOf: ({ messageId }) => messageId }, (escrow, postings) => {
    const { fanId, creatorId, status, amount, commissionRate } = escrow;
    report([...checkEscrow(escrow, postings), ...checkReversed(escrow, reversed.get(escrow.messageId) ?? 0n)]);
    if (unmatched) report(matchMessage(unmatched, escrow));
    if (status === "HELD") heldByFan.set(fanId, (heldByFan.get(fanId) ?? 0n) + amount);
    if (escrow.stopped) stoppedByCreator.set(creatorId, (stoppedByCreator.get(creatorId) ?? 0n) + stoppedNetOf(escrow));
    if (status === "RELEASED" || status === "REVERSED") {
      sums.commissions += splitPrice(amount, commissionRate).commission - shareOf(reversedOf(escrow), commissionRate);
    }
    sums.postings += status === "HELD" ? 1 : 2;
  });
  for (const message of unmatched?.values() ?? []) report(checkMessage(message, undefined));
  return { heldByFan, stoppedByCreator, ...sums };
}

async function auditPayouts(stores: Stores, tx: Tx, report: Report) {
  const sums = { open: 0n, paid: 0n, postings: 0 };
  const rows = stores.payouts.scan(tx);
  await forEachWithPostings(stores, tx, { type: "payout", rows, idOf: ({ _id }) => _id }, (payout, postings) => {
    report(checkPayout(payout, postings));
    if (payout.status === "PAID") sums.paid += payout.amount;
    else if (payout.status !== "FAILED") sums.open += payout.amount;
    sums.postings += postingCountOf.payout(payout);
  });
  return sums;
}

async function auditAdjustments(stores: Stores, tx: Tx, report: Report) {
  const sums = { total: 0n, postings: 0 };
  const rows = stores.adjustments.scan(tx);
  await forEachWithPostings(stores, tx, { type: "adjustment", rows, idOf: ({ _id }) => _id }, (adjustment, postings) => {
    report(checkAdjustment(adjustment, postings));
    if (adjustment.status === "APPROVED") sums.total += adjustment.amount;
    sums.postings += postingCountOf.adjustment(adjustment);
  });
  return sums;
}

async function unclaimedSums({ unclaimed }: Stores, tx: Tx): Promise<UnclaimedSums> {
  const sums: UnclaimedSums = { open: new Map(), paid: 0n };
  for await (const row of unclaimed.scan(tx)) addUnclaimed(sums, row);
  return sums;
}

/** Compares an escrow with its message, and removes the message from the unmatched ones. */
function matchMessage(unmatched: Map<string, MessageMoney>, escrow: Escrow): Violation[] {
  const message = unmatched.get(escrow.messageId);
  if (!message) return [violation("M4", `escrow of message ${escrow.messageId}`, "has no message", escrow.amount)];
  unmatched.delete(escrow.messageId);
  return checkMessage(message, escrow);
}

interface OfUsers {
  readonly accounts: Accounts;
  readonly heldByFan: ReadonlyMap<string, Money>;
  readonly stoppedByCreator: ReadonlyMap<string, Money>;
}

async function auditWallets({ wallets }: Stores, tx: Tx, { accounts, heldByFan, stoppedByCreator }: OfUsers, report: Report) {
  const withWallet = new Set<string>();
  for await (const wallet of wallets.scan(tx)) {
    withWallet.add(accountOf(wallet.userId, wallet.kind));
    const isFan = wallet.kind === "FAN";
    const [held, stopped] = isFan ? [heldByFan.get(wallet.userId), 0n] : [0n, stoppedByCreator.get(wallet.userId)];
    report(checkWallet(wallet, accounts, { held: held ?? 0n, stopped: stopped ?? 0n }));
  }
  for (const [account, { balance }] of accounts) {
    if (account.startsWith("user:") && !withWallet.has(account)) report([violation("M1", account, "has no wallet", balance)]);
  }
}
