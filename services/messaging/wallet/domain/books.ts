import type { MessageStatus } from "#libs/contracts/messaging.ts";
import type { EscrowStatus, LedgerKind } from "#libs/contracts/wallet.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { Escrow } from "./escrow.ts";
import {
  ADJUSTMENTS_ACCOUNT,
  accountOf,
  ESCROW_ACCOUNT,
  FEES_ACCOUNT,
  PAYOUTS_ACCOUNT,
  type Posting,
  PROVIDER_ACCOUNT,
  splitPrice,
  sumOf,
} from "./ledger.ts";
import type { Wallet } from "./wallet.ts";

/** One way in which the books contradict themselves. */
export interface Violation {
  /**
   * M1 documents and ledger agree, M2 ledger transactions sum to zero and none is missing, M3 no debt and no debit of a
   * frozen wallet, M4 open messages are held, M5 answered ones released, M6 expired and rejected ones refunded.
   */
  readonly invariant: "M1" | "M2" | "M3" | "M4" | "M5" | "M6";
  readonly subject: string;
  readonly detail: string;
  /** By how many minor units, always above zero; 1 when no amount is involved. */
  readonly difference: Money;
}

/** The money side of a message. */
export interface MessageMoney {
  readonly messageId: string;
  readonly status: MessageStatus;
  /** Minor units; null for a free message. */
  readonly priceSnapshot: Money | null;
  readonly commissionRate: number;
}

/** An account as the ledger alone tells it. */
export interface AccountReading {
  balance: Money;
  sequence: number;
  /** Sequence of the last movement that took money out. */
  lastDebit: number;
  /** What releases brought. */
  earned: Money;
}

export type Accounts = Map<string, AccountReading>;

export function violation(invariant: Violation["invariant"], subject: string, detail: string, difference: Money = 1n): Violation {
  return { invariant, subject, detail, difference: difference < 0n ? -difference : difference };
}

function equal(invariant: Violation["invariant"], subject: string, is: Money, shouldBe: Money): Violation[] {
  return is === shouldBe ? [] : [violation(invariant, subject, `is ${is}, should be ${shouldBe}`, is - shouldBe)];
}

function readingOf(accounts: Accounts, account: string): AccountReading {
  const known = accounts.get(account);
  if (known) return known;
  const reading = { balance: 0n, sequence: 0, lastDebit: 0, earned: 0n };
  accounts.set(account, reading);
  return reading;
}

/** Takes one ledger transaction into the accounts; expects those of an account in the order of their sequence. */
export function readPosting(accounts: Accounts, { kind, reference, entries, movement }: Posting): Violation[] {
  const subject = `${kind} of ${reference.type} ${reference.id}`;
  const own = readingOf(accounts, movement.account);
  const before = own.balance;
  for (const { account, amount } of entries) readingOf(accounts, account).balance += amount;
  own.sequence += 1;
  if (movement.amount < 0n) own.lastDebit = movement.sequence;
  if (kind === "RELEASE") own.earned += movement.amount;
  const gap =
    own.sequence === movement.sequence ? [] : [violation("M2", subject, `movement ${own.sequence} of ${movement.account} is missing`)];
  own.sequence = movement.sequence;
  return [
    ...equal("M2", `sum of ${subject}`, sumOf(entries.map(({ amount }) => amount)), 0n),
    ...equal("M2", `movement of ${subject}`, movement.amount, own.balance - before),
    ...equal("M2", `balance after ${subject}`, movement.balanceAfter, own.balance),
    ...gap,
  ];
}

/** @param held what the open escrows of the wallet's owner sum up to. */
export function checkWallet(wallet: Wallet, accounts: Accounts, held: Money): Violation[] {
  const account = accountOf(wallet.userId, wallet.kind);
  const { balance, sequence, lastDebit, earned } = accounts.get(account) ?? { balance: 0n, sequence: 0, lastDebit: 0, earned: 0n };
  const found = [
    ...equal("M1", `balance of ${account}`, wallet.balance, balance),
    ...equal("M1", `held by ${account}`, wallet.held, held),
    ...equal("M1", `earned by ${account}`, wallet.earned, earned),
    ...equal("M2", `movements of ${account}`, BigInt(sequence), BigInt(wallet.sequence)),
  ];
  if (wallet.balance < 0n) found.push(violation("M3", account, `balance is ${wallet.balance}`, wallet.balance));
  if (wallet.frozenAtSequence !== null && lastDebit > wallet.frozenAtSequence) found.push(violation("M3", account, "debited while frozen"));
  return found;
}

const KINDS_OF_ESCROW = {
  HELD: ["HOLD"],
  RELEASED: ["HOLD", "RELEASE"],
  REFUNDED: ["HOLD", "REFUND"],
} as const satisfies Record<EscrowStatus, readonly LedgerKind[]>;

const INVARIANT_OF = { HELD: "M4", RELEASED: "M5", REFUNDED: "M6" } as const satisfies Record<EscrowStatus, Violation["invariant"]>;

/** @param postings every ledger transaction about the message of the escrow. */
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

/** What a posting brings to an account, against what it should. */
export function checkEntry(
  invariant: Violation["invariant"],
  subject: string,
  { kind, entries }: Posting,
  account: string,
  amount: Money,
): Violation[] {
  const into = sumOf(entries.filter((entry) => entry.account === account).map((entry) => entry.amount));
  return equal(invariant, `${kind} of ${subject} to ${account}`, into, amount);
}

/** What the documents sum up to, in minor units. */
export interface DocumentTotals {
  readonly held: Money;
  readonly commissions: Money;
  readonly topUps: Money;
  /** Payouts that are neither paid nor failed. */
  readonly payoutsOpen: Money;
  readonly payoutsPaid: Money;
  /** Approved ones, signed. */
  readonly adjustments: Money;
}

/** The accounts that have no wallet, against the documents that explain them. */
export function checkTotals(accounts: Accounts, totals: DocumentTotals): Violation[] {
  const balance = (account: string) => accounts.get(account)?.balance ?? 0n;
  return [
    ...equal("M1", ESCROW_ACCOUNT, balance(ESCROW_ACCOUNT), totals.held),
    ...equal("M1", FEES_ACCOUNT, balance(FEES_ACCOUNT), totals.commissions),
    ...equal("M1", PROVIDER_ACCOUNT, balance(PROVIDER_ACCOUNT), totals.payoutsPaid - totals.topUps),
    ...equal("M1", PAYOUTS_ACCOUNT, balance(PAYOUTS_ACCOUNT), totals.payoutsOpen),
    ...equal("M1", ADJUSTMENTS_ACCOUNT, balance(ADJUSTMENTS_ACCOUNT), -totals.adjustments),
    ...equal("M1", "sum of all accounts", sumOf([...accounts.values()].map((reading) => reading.balance)), 0n),
  ];
}

const ESCROW_OF = {
  ESCROWED: "HELD",
  QUARANTINED: "HELD",
  DELIVERED: null,
  REPLIED: "RELEASED",
  COMPLETED: "RELEASED",
  EXPIRED: "REFUNDED",
  REJECTED: "REFUNDED",
} as const satisfies Record<MessageStatus, EscrowStatus | null>;

/** A message against its escrow: both exist or neither, in matching states, over the same price and rate. */
export function checkMessage(message: MessageMoney, escrow: Escrow | undefined): Violation[] {
  const { messageId, status, priceSnapshot, commissionRate } = message;
  const expected = priceSnapshot === null ? null : ESCROW_OF[status];
  const invariant = expected ? INVARIANT_OF[expected] : "M4";
  const subject = `message ${messageId}`;
  if (priceSnapshot !== null && expected === null) return [violation("M4", subject, `paid, but ${status}`, priceSnapshot)];
  if ((escrow?.status ?? null) !== expected) {
    return [violation(invariant, subject, `${status} with escrow ${escrow?.status ?? "absent"}`, priceSnapshot ?? escrow?.amount)];
  }
  if (!escrow || priceSnapshot === null) return [];
  const rate = escrow.commissionRate === commissionRate ? [] : [violation("M5", subject, "another commission rate than its escrow")];
  return [...equal(invariant, `escrow of ${subject}`, escrow.amount, priceSnapshot), ...rate];
}
