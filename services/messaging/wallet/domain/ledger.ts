import { LEDGER_KINDS, type LedgerKind, type WalletKind } from "#libs/contracts/wallet/index.ts";
import { type DocumentOf, list, money, number, object, of, oneOf, text } from "#libs/kernel/fields.ts";
import { type Money, shareOf } from "#libs/kernel/money.ts";
import type { Wallet } from "./wallet.ts";

/** Prices of messages that are neither released nor refunded. */
export const ESCROW_ACCOUNT = "escrow";
/** Commissions of the platform. */
export const FEES_ACCOUNT = "platform:fees";
/** Earnings that creators have requested and the provider has not paid yet. */
export const PAYOUTS_ACCOUNT = "payouts";
/** The counter account of corrections. */
export const ADJUSTMENTS_ACCOUNT = "platform:adjustments";
/** The counter account of debts that the platform bears. */
export const LOSSES_ACCOUNT = "platform:losses";
/** The costs that payment providers have taken, as a negative balance. */
export const COSTS_ACCOUNT = "platform:costs";
/** Money that staff has paid by hand, from an account at a bank. */
export const BANK_ACCOUNT = "external:bank";
/** Money that came in through the payment provider (negative) or went out through it (positive). */
export const PROVIDER_ACCOUNT = "external:provider";

/** The account whose balance a wallet document caches. */
export function accountOf(userId: string, kind: WalletKind): string {
  return `user:${userId}:${kind === "FAN" ? "wallet" : "earnings"}`;
}

/** Whose wallet an account is; null: the account has no wallet. */
export function ownerOf(account: string): Pick<Wallet, "userId" | "kind"> | null {
  const [, userId, name] = /^user:(.+):(wallet|earnings)$/.exec(account) ?? [];
  return userId === undefined ? null : { userId, kind: name === "wallet" ? "FAN" : "CREATOR" };
}

/** Money of a deleted account that had nowhere to go, by the request of the deletion. */
export const unclaimedAccount = (requestId: string): string => `unclaimed:${requestId}`;

const entryFields = { account: text, amount: money };

/** One entry of a ledger transaction: minor units, positive into the account, negative out of it. */
export interface Entry extends DocumentOf<typeof entryFields> {}

/** The kinds of ledger transactions that each type of reference can have. */
export const KINDS_OF = {
  topup: ["TOPUP"],
  message: ["HOLD", "RELEASE", "REFUND"],
  payout: ["PAYOUT", "PAYOUT_SETTLEMENT", "PAYOUT_REVERSAL"],
  adjustment: ["ADJUSTMENT"],
  refund: ["REFUND_TO_SOURCE", "REFUND_RETURN", "CHARGEBACK"],
  chargeback: ["CHARGEBACK", "CHARGEBACK_RETURN", "WRITE_OFF"],
  reversal: ["EARNING_REVERSAL", "RECOVERY"],
  movement: ["PROVIDER_COST"],
  closing: ["UNCLAIM"],
  unclaimed: ["CLAIM", "CLAIM_PAID"],
} as const satisfies Record<string, readonly LedgerKind[]>;

export type ReferenceType = keyof typeof KINDS_OF;

const referenceFields = { type: of<ReferenceType>(), id: text };

/** The document that a ledger transaction belongs to. It has at most one transaction of each kind. */
export interface Reference extends DocumentOf<typeof referenceFields> {}

const movementFields = {
  account: text,
  amount: money,
  /** The balance after the movement. */
  balanceAfter: money,
  /** 1, 2, 3 … for each account, without gaps, in the order of the movements. */
  sequence: number,
};

/** The effect of a ledger transaction on the account of the one user it concerns. */
export interface Movement extends DocumentOf<typeof movementFields> {}

export const postingFields = {
  kind: oneOf(LEDGER_KINDS),
  reference: object(referenceFields),
  entries: list(object(entryFields)),
  movement: object(movementFields),
};

/** A ledger transaction before it is stored. */
export interface Posting extends DocumentOf<typeof postingFields> {}

/** A price in minor units, divided: the commission is rounded half up, the creator gets the rest. */
export interface PriceSplit {
  readonly net: Money;
  readonly commission: Money;
}

export function splitPrice(price: Money, commissionRate: number): PriceSplit {
  const commission = shareOf(price, commissionRate);
  return { net: price - commission, commission };
}

/** Entries that move an amount from one account to another. */
export function transferEntries(amount: Money, from: string, to: string): Entry[] {
  return [
    { account: from, amount: -amount },
    { account: to, amount },
  ];
}

/** Entries that pay a held price out to the creator and the platform. An account that gets nothing has no entry. */
export function releaseEntries({ net, commission }: PriceSplit, earningsAccount: string): Entry[] {
  return [
    { account: ESCROW_ACCOUNT, amount: -(net + commission) },
    { account: earningsAccount, amount: net },
    { account: FEES_ACCOUNT, amount: commission },
  ].filter(({ amount }) => amount !== 0n);
}

/** Entries that take a part of a released price back from the creator and the platform. */
export function reversalEntries({ net, commission }: PriceSplit, earningsAccount: string): Entry[] {
  return releaseEntries({ net, commission }, earningsAccount).map(({ account, amount }) => ({ account, amount: -amount }));
}

/** Entries that give a part of a price back to its fan. @param repaid what of it the platform had written off for the fan */
export function recoveryEntries(amount: Money, repaid: Money, walletAccount: string): Entry[] {
  const entries = transferEntries(amount - repaid, ESCROW_ACCOUNT, walletAccount);
  return repaid === 0n ? entries : [...entries, ...transferEntries(repaid, ESCROW_ACCOUNT, LOSSES_ACCOUNT)];
}

/** @param wallet after the movement */
export function movementOf({ userId, kind, balance, sequence }: Wallet, amount: Money): Movement {
  return { account: accountOf(userId, kind), amount, balanceAfter: balance, sequence };
}

export function sumOf(amounts: readonly Money[]): Money {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
