import type { LedgerKind, WalletKind } from "#libs/contracts/wallet.ts";
import { type Money, shareOf } from "#libs/kernel/money.ts";

/** Accounts of the books that belong to nobody in particular. */
export const ESCROW_ACCOUNT = "escrow";
export const FEES_ACCOUNT = "platform:fees";
/** Earnings that creators have asked for and not yet got. */
export const PAYOUTS_ACCOUNT = "payouts";
/** The other side of corrections. */
export const ADJUSTMENTS_ACCOUNT = "platform:adjustments";
/** Money that came from, or went to, the world outside. */
export const PROVIDER_ACCOUNT = "external:provider";

/** The account that a wallet document sums up. */
export function accountOf(userId: string, kind: WalletKind): string {
  return `user:${userId}:${kind === "FAN" ? "wallet" : "earnings"}`;
}

/** One line of a ledger transaction: minor units, positive into the account, negative out of it. */
export interface Entry {
  readonly account: string;
  readonly amount: Money;
}

/** The kinds of ledger transactions that there may be about something. */
export const KINDS_OF = {
  topup: ["TOPUP"],
  message: ["HOLD", "RELEASE", "REFUND"],
  payout: ["PAYOUT", "PAYOUT_SETTLEMENT", "PAYOUT_REVERSAL"],
  adjustment: ["ADJUSTMENT"],
} as const satisfies Record<string, readonly LedgerKind[]>;

export type ReferenceType = keyof typeof KINDS_OF;

/** What a ledger transaction is about; a reference has at most one transaction of a kind. */
export interface Reference {
  readonly type: ReferenceType;
  readonly id: string;
}

/** What a ledger transaction did to the account of the one user it concerns. */
export interface Movement {
  readonly account: string;
  readonly amount: Money;
  /** The balance right after, from the very update that made it. */
  readonly balanceAfter: Money;
  /** 1, 2, 3 … without gaps for each account: the order in which the movements happened. */
  readonly sequence: number;
}

export interface Posting {
  readonly kind: LedgerKind;
  readonly reference: Reference;
  readonly entries: readonly Entry[];
  readonly movement: Movement;
}

/** The two parts of a price: the commission is rounded half up, the creator gets the rest (minor units). */
export function splitPrice(price: Money, commissionRate: number): { net: Money; commission: Money } {
  const commission = shareOf(price, commissionRate);
  return { net: price - commission, commission };
}

/** Entries that move an amount from one account to another. */
export function moved(amount: Money, from: string, to: string): Entry[] {
  return [
    { account: from, amount: -amount },
    { account: to, amount },
  ];
}

/** Entries that pay a held price out; accounts that get nothing are left out. */
export function paidOut({ net, commission }: { net: Money; commission: Money }, earnings: string): Entry[] {
  return [
    { account: ESCROW_ACCOUNT, amount: -(net + commission) },
    { account: earnings, amount: net },
    { account: FEES_ACCOUNT, amount: commission },
  ].filter(({ amount }) => amount !== 0n);
}

export function sumOf(amounts: readonly Money[]): Money {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
