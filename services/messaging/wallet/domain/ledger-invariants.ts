import type { MessageStatus } from "#libs/contracts/messaging/index.ts";
import type { EscrowStatus } from "#libs/contracts/wallet/index.ts";
import type { LedgerInvariant } from "#libs/contracts/wallet/ledger-audit.ts";
import { formatMoney, type Money } from "#libs/kernel/money.ts";
import type { Chain } from "./chain.ts";
import type { Escrow } from "./escrow.ts";
import type { InHold } from "./in-hold.ts";
import { accountOf } from "./ledger.ts";
import { checkCount, checkEqual, type RowName, type Violation, violation } from "./violation.ts";
import type { Wallet } from "./wallet.ts";

/** The fields of a message that concern money. */
export interface MessageMoney {
  readonly messageId: string;
  readonly status: MessageStatus;
  /** Minor units; null for a free message. */
  readonly priceSnapshot: Money | null;
  readonly commissionRate: number;
}

/** Minor units of the escrows of a wallet's owner. */
export interface OfEscrows {
  /** The open ones. */
  readonly held: Money;
  /** The earnings that disputes keep from being paid out. */
  readonly stopped: Money;
  /** The earnings in hold after a day; null: they are not compared. */
  readonly inHold: { readonly after: string; readonly byDay: InHold } | null;
}

/**
 * Compares a wallet with the chain of its account.
 * @param escrows null: they are not compared
 */
export function checkWallet(wallet: Wallet, { balance, sequence, lastDebit, earned }: Chain, escrows: OfEscrows | null): Violation[] {
  const account = accountOf(wallet.userId, wallet.kind);
  const rows = [{ collection: "wallets", id: wallet._id }];
  const violations = [
    ...checkEqual("M1", `balance of ${account}`, wallet.balance, balance, rows),
    ...(escrows ? checkEqual("M1", `held by ${account}`, wallet.held, escrows.held, rows) : []),
    ...(escrows ? checkEqual("M1", `stopped of ${account}`, wallet.stopped ?? 0n, escrows.stopped, rows) : []),
    ...(escrows ? checkInHold(wallet, escrows, rows) : []),
    ...checkEqual("M1", `earned by ${account}`, wallet.earned, earned, rows),
    ...checkCount("M2", `movements of ${account}`, sequence, wallet.sequence, rows),
  ];
  // Debt that the chain explains was looked at with its movement.
  if (wallet.balance < 0n && balance > wallet.balance) {
    violations.push(violation("M3", account, `balance is ${formatMoney(wallet.balance)}`, wallet.balance, rows));
  }
  if (wallet.frozenAtSequence !== null && lastDebit > wallet.frozenAtSequence) {
    violations.push(violation("M3", account, "debited while frozen", 1n, rows));
  }
  return violations;
}

/** Each later day of a hold has the earnings of the answers that name it. */
function checkInHold({ userId, kind, inHold = {} }: Wallet, { inHold: expected }: OfEscrows, rows: readonly RowName[]): Violation[] {
  if (!expected) return [];
  const { after, byDay } = expected;
  const days = new Set([...Object.keys(inHold), ...Object.keys(byDay)].filter((day) => day > after).sort());
  const check = (day: string) =>
    checkEqual("M1", `in hold of ${accountOf(userId, kind)} until ${day}`, inHold[day] ?? 0n, byDay[day] ?? 0n, rows);
  return [...days].flatMap(check);
}

/** What the audit of an escrow, or of its message, finds. */
export const INVARIANT_OF_ESCROW = { HELD: "M4", RELEASED: "M5", REFUNDED: "M6", REVERSED: "M5" } as const satisfies Record<
  EscrowStatus,
  LedgerInvariant
>;

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
  const invariant = expected[0] ? INVARIANT_OF_ESCROW[expected[0]] : "M4";
  const subject = `message ${messageId}`;
  const rows = [{ collection: "messages", id: messageId }, ...(escrow ? [{ collection: "escrows", id: escrow._id }] : [])];
  if (priceSnapshot !== null && expected.length === 0) return [violation("M4", subject, `paid, but ${status}`, priceSnapshot, rows)];
  if (escrow ? expected.every((status) => escrow.status !== status) : expected.length > 0) {
    const detail = `${status} with escrow ${escrow?.status ?? "absent"}`;
    return [violation(invariant, subject, detail, priceSnapshot ?? escrow?.amount, rows)];
  }
  if (!escrow || priceSnapshot === null) return [];
  const sameRate = escrow.commissionRate === commissionRate;
  const rateViolations = sameRate ? [] : [violation("M5", subject, "another commission rate than its escrow", 1n, rows)];
  return [...checkEqual(invariant, `escrow of ${subject}`, escrow.amount, priceSnapshot, rows), ...rateViolations];
}
