import type { Connection } from "mongoose";
import { systemClock } from "#libs/kernel/clock.ts";
import type { Money } from "#libs/kernel/money.ts";
import { type Tx, transactionOn } from "#libs/mongo/transaction.ts";
import { escrowStore } from "./data/escrow.store.ts";
import { ledgerStore } from "./data/ledger.store.ts";
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
import { accountOf, splitPrice, sumOf } from "./domain/ledger.ts";

export type { MessageMoney, Violation } from "./domain/books.ts";

/** Milliseconds; the store ends a snapshot after a minute anyway. */
const AUDIT_MS = 55_000;
const ESCROW_BATCH = 500;
const MAX_VIOLATIONS = 1_000;

/**
 * Rebuilds every balance from the ledger and compares it with wallets, escrows and top-ups, all in one snapshot; with
 * messages also these with their escrows. No violation means right to the minor unit. Reads only, so it may run at any time;
 * the messages must be all there are at that time. At most a thousand violations are returned.
 */
export function auditBooks(connection: Connection, messages?: Iterable<MessageMoney>): Promise<Violation[]> {
  const stores = storesOf(connection);
  return transactionOn(
    connection,
    AUDIT_MS,
  )(async (tx) => {
    const found: Violation[] = [];
    const report = (violations: readonly Violation[]) => found.push(...violations.slice(0, MAX_VIOLATIONS - found.length));
    const ledger = await readLedger(stores, tx, report);
    const escrows = await readEscrows(stores, tx, messages, report);
    if (escrows.transactions !== ledger.messageTransactions) {
      report([
        violation("M2", "ledger", `${ledger.messageTransactions} transactions about messages, escrows explain ${escrows.transactions}`),
      ]);
    }
    await readWallets(stores, tx, ledger.accounts, escrows.heldByFan, report);
    const held = sumOf([...escrows.heldByFan.values()]);
    report(checkTotals(ledger.accounts, { held, commissions: escrows.commissions, topUps: await stores.topUps.succeededTotal(tx) }));
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
  };
}

async function readLedger({ ledger }: Stores, tx: Tx, report: Report) {
  const accounts: Accounts = new Map();
  let messageTransactions = 0;
  for await (const posting of ledger.chains(tx)) {
    report(readPosting(accounts, posting));
    if (posting.reference.type === "message") messageTransactions += 1;
  }
  return { accounts, messageTransactions };
}

async function readEscrows({ escrows, ledger }: Stores, tx: Tx, messages: Iterable<MessageMoney> | undefined, report: Report) {
  const unmet = messages && new Map([...messages].map((message) => [message.messageId, message]));
  const heldByFan = new Map<string, Money>();
  let commissions = 0n;
  let transactions = 0;
  for await (const batch of batches(escrows.all(tx))) {
    const postings = await ledger.ofMessages(
      tx,
      batch.map(({ messageId }) => messageId),
    );
    for (const escrow of batch) {
      const { messageId, fanId, status, amount, commissionRate } = escrow;
      report(checkEscrow(escrow, postings.get(messageId) ?? []));
      if (unmet) report(meet(unmet, escrow));
      if (status === "HELD") heldByFan.set(fanId, (heldByFan.get(fanId) ?? 0n) + amount);
      if (status === "RELEASED") commissions += splitPrice(amount, commissionRate).commission;
      transactions += status === "HELD" ? 1 : 2;
    }
  }
  for (const message of unmet?.values() ?? []) report(checkMessage(message, undefined));
  return { heldByFan, commissions, transactions };
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
    if (batch.length < ESCROW_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
