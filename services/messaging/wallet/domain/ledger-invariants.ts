import type { MessageStatus } from "#libs/contracts/messaging/index.ts";
import type { EscrowStatus, LedgerKind } from "#libs/contracts/wallet/index.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { Escrow } from "./escrow.ts";
import {
  ADJUSTMENTS_ACCOUNT,
  accountOf,
  ESCROW_ACCOUNT,
  FEES_ACCOUNT,
  LOSSES_ACCOUNT,
  PAYOUTS_ACCOUNT,
  type Posting,
  PROVIDER_ACCOUNT,
  splitPrice,
  sumOf,
} from "./ledger.ts";
import type { Wallet } from "./wallet.ts";

/** One contradiction within the ledger, or between the ledger and a document. */
export interface Violation {
  /**
   * M1: documents and ledger agree. M2: ledger transactions sum to zero, and no transaction is missing. M3: no debt but by chargebacks, and
   * no other debit of a frozen wallet than by them and refunds. M4: the price of open messages is held. M5: that of answered ones is
   * released. M6: that of expired and rejected ones is refunded. M10: what went back, or was reversed, is what came in, at most.
   */
  readonly invariant: "M1" | "M2" | "M3" | "M4" | "M5" | "M6" | "M10";
  readonly subject: string;
  readonly detail: string;
  /** Minor units, always above zero; 1 when no amount is involved. */
  readonly difference: Money;
}

/** The fields of a message that concern money. */
export interface MessageMoney {
  readonly messageId: string;
  readonly status: MessageStatus;
  /** Minor units; null for a free message. */
  readonly priceSnapshot: Money | null;
  readonly commissionRate: number;
}

/** The state of an account, derived from the ledger alone. */
export interface AccountState {
  balance: Money;
  sequence: number;
  /** Sequence of the last movement that took money out. */
  lastDebit: number;
  /** Sum of the releases, less what was reversed of them. */
  earned: Money;
}

/** By the name of the account. */
export type Accounts = Map<string, AccountState>;

export function violation(invariant: Violation["invariant"], subject: string, detail: string, difference: Money = 1n): Violation {
  return { invariant, subject, detail, difference: difference < 0n ? -difference : difference };
}

export function checkEqual(invariant: Violation["invariant"], subject: string, actual: Money, expected: Money): Violation[] {
  return actual === expected ? [] : [violation(invariant, subject, `is ${actual}, should be ${expected}`, actual - expected)];
}

function stateOf(accounts: Accounts, account: string): AccountState {
  const existing = accounts.get(account);
  if (existing) return existing;
  const state = { balance: 0n, sequence: 0, lastDebit: 0, earned: 0n };
  accounts.set(account, state);
  return state;
}

/** Whether a stored transaction is well formed. The product writes no other, but someone with database access could. */
export function isWellFormed({ kind, reference, entries, movement }: Posting): boolean {
  const hasReference = typeof kind === "string" && typeof reference?.type === "string" && typeof reference.id === "string";
  const isOnAccount = (each: { readonly account: string; readonly amount: Money } | null | undefined) =>
    typeof each?.account === "string" && typeof each.amount === "bigint";
  const hasEntries = Array.isArray(entries) && entries.every(isOnAccount);
  const hasMovement = isOnAccount(movement) && Number.isInteger(movement.sequence) && typeof movement.balanceAfter === "bigint";
  return hasReference && hasEntries && hasMovement;
}

/** The kinds that take money out of a frozen wallet as well. */
const DEBITS_OF_FROZEN: readonly LedgerKind[] = ["REFUND_TO_SOURCE", "CHARGEBACK", "EARNING_REVERSAL", "UNCLAIM"];

/** Adds a ledger transaction to the accounts. Transactions of one account must come in the order of their sequence. */
export function applyPosting(accounts: Accounts, { kind, reference, entries, movement }: Posting): Violation[] {
  const subject = `${kind} of ${reference.type} ${reference.id}`;
  const state = stateOf(accounts, movement.account);
  const balanceBefore = state.balance;
  for (const { account, amount } of entries) stateOf(accounts, account).balance += amount;
  const expectedSequence = state.sequence + 1;
  const gap =
    movement.sequence === expectedSequence
      ? []
      : [violation("M2", subject, `movement ${expectedSequence} of ${movement.account} is missing`)];
  state.sequence = movement.sequence;
  if (movement.amount < 0n && !DEBITS_OF_FROZEN.includes(kind)) state.lastDebit = movement.sequence;
  if (kind === "RELEASE" || kind === "EARNING_REVERSAL") state.earned += movement.amount;
  const isNewDebt = movement.amount < 0n && state.balance < 0n && kind !== "CHARGEBACK" && movement.account.startsWith("user:");
  return [
    ...(isNewDebt ? [violation("M3", movement.account, `${subject} leaves ${state.balance}`, state.balance)] : []),
    ...checkEqual("M2", `sum of ${subject}`, sumOf(entries.map(({ amount }) => amount)), 0n),
    ...checkEqual("M2", `movement of ${subject}`, movement.amount, state.balance - balanceBefore),
    ...checkEqual("M2", `balance after ${subject}`, movement.balanceAfter, state.balance),
    ...gap,
  ];
}

/** Minor units of the escrows of a wallet's owner: the open ones, and the earnings that disputes keep from being paid out. */
interface OfEscrows {
  readonly held: Money;
  readonly stopped: Money;
}

export function checkWallet(wallet: Wallet, accounts: Accounts, { held, stopped }: OfEscrows): Violation[] {
  const account = accountOf(wallet.userId, wallet.kind);
  const { balance, sequence, lastDebit, earned } = accounts.get(account) ?? { balance: 0n, sequence: 0, lastDebit: 0, earned: 0n };
  const violations = [
    ...checkEqual("M1", `balance of ${account}`, wallet.balance, balance),
    ...checkEqual("M1", `held by ${account}`, wallet.held, held),
    ...checkEqual("M1", `stopped of ${account}`, wallet.stopped ?? 0n, stopped),
    ...checkEqual("M1", `earned by ${account}`, wallet.earned, earned),
    ...checkEqual("M2", `movements of ${account}`, BigInt(sequence), BigInt(wallet.sequence)),
  ];
  if (wallet.balance < 0n && wallet.balance < balance)
    violations.push(violation("M3", account, `balance is ${wallet.balance}`, wallet.balance));
  if (wallet.frozenAtSequence !== null && lastDebit > wallet.frozenAtSequence) {
    violations.push(violation("M3", account, "debited while frozen"));
  }
  return violations;
}

const KINDS_OF_ESCROW = {
  HELD: ["HOLD"],
  RELEASED: ["HOLD", "RELEASE"],
  REFUNDED: ["HOLD", "REFUND"],
  REVERSED: ["HOLD", "RELEASE"],
} as const satisfies Record<EscrowStatus, readonly LedgerKind[]>;

const INVARIANT_OF = { HELD: "M4", RELEASED: "M5", REFUNDED: "M6", REVERSED: "M5" } as const satisfies Record<
  EscrowStatus,
  Violation["invariant"]
>;

/** @param postings every ledger transaction of the escrow's message */
export function checkEscrow(escrow: Escrow, postings: readonly Posting[]): Violation[] {
  const invariant = INVARIANT_OF[escrow.status];
  const subject = `escrow of message ${escrow.messageId}`;
  const kinds = postings.map(({ kind }) => kind).sort();
  const expected = KINDS_OF_ESCROW[escrow.status];
  if (kinds.join() !== expected.join())
    return [violation(invariant, subject, `${escrow.status} with ${kinds.join() || "nothing"} in the ledger`, escrow.amount)];
  const { net, commission } = splitPrice(escrow.amount, escrow.commissionRate);
  const creator = accountOf(escrow.creatorId, "CREATOR");
  const fan = accountOf(escrow.fanId, "FAN");
  return postings.flatMap((posting) => {
    const { kind } = posting;
    const pays = (account: string, amount: Money) => checkEntry(invariant, subject, posting, account, amount);
    if (kind === "HOLD") return [...pays(ESCROW_ACCOUNT, escrow.amount), ...pays(fan, -escrow.amount)];
    if (kind === "REFUND") return [...pays(ESCROW_ACCOUNT, -escrow.amount), ...pays(fan, escrow.amount)];
    return [...pays(ESCROW_ACCOUNT, -escrow.amount), ...pays(creator, net), ...pays(FEES_ACCOUNT, commission)];
  });
}

/** Compares the amount that a posting moves into an account with the expected one. */
export function checkEntry(
  invariant: Violation["invariant"],
  subject: string,
  { kind, entries }: Posting,
  account: string,
  expected: Money,
): Violation[] {
  const actual = sumOf(entries.filter((entry) => entry.account === account).map((entry) => entry.amount));
  return checkEqual(invariant, `${kind} of ${subject} to ${account}`, actual, expected);
}

/** Sums over all documents, in minor units. */
export interface DocumentTotals {
  readonly held: Money;
  readonly commissions: Money;
  readonly topUps: Money;
  /** Payouts that are neither paid nor failed. */
  readonly payoutsOpen: Money;
  readonly payoutsPaid: Money;
  /** Approved adjustments, signed. */
  readonly adjustments: Money;
  /** Refunds to a source and chargebacks, those that were returned excepted. */
  readonly wentBack: Money;
  /** Debts that the platform has taken over. */
  readonly losses: Money;
}

/** Compares the accounts that belong to no wallet with the documents. */
export function checkTotals(accounts: Accounts, totals: DocumentTotals): Violation[] {
  const balance = (account: string) => accounts.get(account)?.balance ?? 0n;
  return [
    ...checkEqual("M1", ESCROW_ACCOUNT, balance(ESCROW_ACCOUNT), totals.held),
    ...checkEqual("M1", FEES_ACCOUNT, balance(FEES_ACCOUNT), totals.commissions),
    ...checkEqual("M1", PROVIDER_ACCOUNT, balance(PROVIDER_ACCOUNT), totals.payoutsPaid + totals.wentBack - totals.topUps),
    ...checkEqual("M1", PAYOUTS_ACCOUNT, balance(PAYOUTS_ACCOUNT), totals.payoutsOpen),
    ...checkEqual("M1", LOSSES_ACCOUNT, balance(LOSSES_ACCOUNT), -totals.losses),
    ...checkEqual("M1", ADJUSTMENTS_ACCOUNT, balance(ADJUSTMENTS_ACCOUNT), -totals.adjustments),
    ...checkEqual("M1", "sum of all accounts", sumOf([...accounts.values()].map((state) => state.balance)), 0n),
  ];
}

const ESCROW_STATUSES_OF = {
  ESCROWED: ["HELD"],
  QUARANTINED: ["HELD"],
  DELIVERED: [],
  REPLIED: ["RELEASED", "REVERSED"],
  COMPLETED: ["RELEASED", "REVERSED"],
  EXPIRED: ["REFUNDED"],
  REJECTED: ["REFUNDED"],
} as const satisfies Record<MessageStatus, readonly EscrowStatus[]>;

/** A paid message has an escrow in the matching status, with the same price and commission rate. A free message has none. */
export function checkMessage(message: MessageMoney, escrow: Escrow | undefined): Violation[] {
  const { messageId, status, priceSnapshot, commissionRate } = message;
  const expected: readonly EscrowStatus[] = priceSnapshot === null ? [] : ESCROW_STATUSES_OF[status];
  const invariant = expected[0] ? INVARIANT_OF[expected[0]] : "M4";
  const subject = `message ${messageId}`;
  if (priceSnapshot !== null && expected.length === 0) return [violation("M4", subject, `paid, but ${status}`, priceSnapshot)];
  if (escrow ? !expected.includes(escrow.status) : expected.length > 0) {
    return [violation(invariant, subject, `${status} with escrow ${escrow?.status ?? "absent"}`, priceSnapshot ?? escrow?.amount)];
  }
  if (!escrow || priceSnapshot === null) return [];
  const sameRate = escrow.commissionRate === commissionRate;
  const rateViolations = sameRate ? [] : [violation("M5", subject, "another commission rate than its escrow")];
  return [...checkEqual(invariant, `escrow of ${subject}`, escrow.amount, priceSnapshot), ...rateViolations];
}
