import { CURRENCY } from "#libs/contracts/shared.ts";
import { WALLET_KINDS } from "#libs/contracts/wallet/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { ErrorKey } from "#libs/errors/catalogue/index.ts";
import {
  boolean,
  type DocumentOf,
  date,
  json,
  mark,
  money,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from "#libs/kernel/fields.ts";
import type { Money } from "#libs/kernel/money.ts";
import { addToHold, type HoldDays, type InHold, takeFromHold } from "./in-hold.ts";

export const walletFields = {
  _id: text,
  userId: text,
  kind: oneOf(WALLET_KINDS),
  currency: withDefault(text, CURRENCY),
  balance: money,
  /** In escrow, neither released nor refunded yet. */
  held: money,
  /** Sum of all releases so far; zero for a fan. */
  earned: withDefault(money, 0n),
  /** The part of the earnings that cannot be paid out yet; absent: none. */
  inHold: optional(json<InHold>()),
  /** The part of the earnings that disputes of fans keep from being paid out; absent: none. */
  stopped: optional(money),
  frozen: boolean,
  /** Only a dispute has frozen it: it ends with the dispute. */
  frozenByDispute: mark,
  /** Who has frozen it, when and why; without a person: a dispute has. Absent while it is not frozen. */
  freezing: optional(object({ by: nullable(text), at: date, reason: nullable(text) })),
  /** Number of movements of the account so far. */
  sequence: number,
  /** Sequence of the last movement before the wallet was frozen; null when it is not frozen. */
  frozenAtSequence: nullable(number),
  /** The audit has followed all of its movements; absent since it last moved. */
  audited: mark,
  /** The deletion that has closed the wallet: what comes later is unclaimed money. Absent while its user has an account. */
  closedFor: optional(text),
  /** Number of top-ups begun; of two at once, the second one counts the first against the limits. Absent: none. */
  topUpsBegun: optional(number),
  /** Number of disputes opened and ended; of two at once, the second one sees what the first has decided. Absent: none. */
  disputeSteps: optional(number),
  createdAt: date,
};

/** The money of a user as a fan or as a creator: a cache of the ledger account. Amounts are minor units. */
export interface Wallet extends DocumentOf<typeof walletFields> {}

/** The fields of a wallet that decide whether it can pay. */
export type Purse = Pick<Wallet, "frozen" | "balance">;

/** The reason why a wallet cannot pay an amount (spec 4.10: the last two checks, in their order); null: it can. */
export function paymentRefusal(wallet: Purse | null, amount: Money): "unavailable" | "insufficient" | null {
  if (!wallet || wallet.frozen) return "unavailable";
  return wallet.balance < amount ? "insufficient" : null;
}

/** The errors of a payment that is refused. */
export type PaymentErrors = Readonly<Record<NonNullable<ReturnType<typeof paymentRefusal>>, ErrorKey>>;

/** The errors of a price that cannot be held (spec 4.10). */
export const HOLD_ERRORS = {
  unavailable: "payment.escrow.wallet_unavailable",
  insufficient: "payment.escrow.insufficient_balance",
} as const satisfies PaymentErrors;

/** Moves a price from the balance into escrow. Throws {@link HOLD_ERRORS}. */
export function hold(wallet: Wallet | null, amount: Money): Wallet {
  const { held, ...paid } = debit(wallet, amount, HOLD_ERRORS);
  return { ...paid, held: held + amount };
}

/** Takes an amount out of the balance. Throws one of the errors. */
export function debit(wallet: Wallet | null, amount: Money, errors: PaymentErrors): Wallet {
  const refusal = paymentRefusal(wallet, amount);
  if (refusal !== null) throw new AppError(errors[refusal]);
  return moved(wallet as Wallet, -amount);
}

/** Takes a released price out of escrow. */
export function spendHeld(wallet: Wallet | null, amount: Money): Wallet {
  const own = requireHeld(wallet, amount);
  return { ...own, held: own.held - amount, audited: undefined };
}

/** Moves a refunded price back to the balance, also in a frozen wallet. */
export function returnHeld(wallet: Wallet | null, amount: Money): Wallet {
  return moved(spendHeld(wallet, amount), amount);
}

/** Adds an amount to the balance, also of a frozen wallet. */
export function credit(wallet: Wallet, amount: Money): Wallet {
  return moved(wallet, amount);
}

/** Adds the net price of a reply to balance and lifetime earnings; until its day it is in hold. */
export function earn(wallet: Wallet, net: Money, days: HoldDays): Wallet {
  return { ...moved(wallet, net), earned: wallet.earned + net, inHold: addToHold(wallet.inHold, net, days) };
}

/** Closes a wallet whose user leaves: what is freed or comes later is unclaimed. */
export function closeWallet(wallet: Wallet, requestId: string): Wallet {
  return { ...wallet, closedFor: requestId };
}

/** Takes an amount out of a closed wallet. The caller has checked that it is there. */
export function leave(wallet: Wallet | null, amount: Money): Wallet {
  if (!wallet || wallet.balance < amount) throw new Error(`the wallet of ${wallet?.userId ?? "a former user"} has less than it leaves`);
  return moved(wallet, -amount);
}

/** Uses up the next sequence number without moving money. */
export function skipSequence(wallet: Wallet): Wallet {
  return moved(wallet, 0n);
}

/** Who has frozen a wallet, when and why. */
type Freezing = NonNullable<Wallet["freezing"]>;

const byDispute = (at: Date): Freezing => ({ by: null, at, reason: null });

/** Staff freezes or unfreezes a wallet; a freeze of theirs outlives a dispute, and one that is repeated is the first one still. */
export function freeze(wallet: Wallet, frozen: boolean, freezing?: Freezing): Wallet {
  if (wallet.frozen === frozen && !wallet.frozenByDispute) return wallet;
  const own = { ...wallet, frozenByDispute: undefined, freezing: frozen ? freezing : undefined };
  return wallet.frozen === frozen ? own : { ...own, frozen, frozenAtSequence: frozen ? wallet.sequence : null };
}

/** A dispute freezes a wallet, unless staff has. */
export function freezeByDispute(wallet: Wallet, at: Date): Wallet {
  return wallet.frozen ? wallet : { ...freeze(wallet, true, byDispute(at)), frozenByDispute: true };
}

/** The last dispute was won. */
export function unfreezeAfterDispute(wallet: Wallet): Wallet {
  return wallet.frozenByDispute ? freeze(wallet, false) : wallet;
}

/** A dispute was lost: the wallet stays frozen until staff decides, also when staff had opened it while the dispute was open. */
export function freezeAfterDispute(wallet: Wallet, at: Date): Wallet {
  return { ...freeze(wallet, true, wallet.freezing ?? byDispute(at)), frozenByDispute: undefined };
}

/** Takes an amount out of the balance, also below zero: what is missing is debt. */
export function chargeBack(wallet: Wallet, amount: Money): Wallet {
  return moved(wallet, -amount);
}

/** Takes an amount back to its source, also out of a frozen wallet. The caller has checked that it is there. */
export function sendBack(wallet: Wallet | null, amount: Money): Wallet {
  if (!wallet || wallet.balance < amount) throw new Error(`the wallet of ${wallet?.userId ?? "a fan"} has less than its refund`);
  return moved(wallet, -amount);
}

/** A dispute keeps earnings that are in hold from being paid out, also after their day. */
export function stopEarnings(wallet: Wallet, net: Money, days: HoldDays): Wallet {
  return { ...wallet, stopped: (wallet.stopped ?? 0n) + net, inHold: takeFromHold(wallet.inHold, net, days) };
}

/** The dispute is over: they go on to their day. */
export function resumeEarnings(wallet: Wallet, net: Money, days: HoldDays): Wallet {
  return { ...wallet, ...withoutStopped(wallet, net), inHold: addToHold(wallet.inHold, net, days) };
}

/** Lets earnings in hold wait for another day. */
export function moveInHold(wallet: Wallet, net: Money, { today, from, to }: { today: string; from: string; to: string }): Wallet {
  const rest = takeFromHold(wallet.inHold, net, { today, availableOn: from });
  return { ...wallet, inHold: addToHold(rest, net, { today, availableOn: to }) };
}

/** Takes earnings back from a creator, those that are stopped or in hold as well. The caller has checked that they are there. */
export function giveBack(wallet: Wallet | null, net: Money, { stopped, ...days }: HoldDays & { readonly stopped: boolean }): Wallet {
  if (!wallet || wallet.balance < net) throw new Error(`the earnings of ${wallet?.userId ?? "a creator"} are below a reversal`);
  const rest = stopped ? withoutStopped(wallet, net) : { inHold: takeFromHold(wallet.inHold, net, days) };
  return { ...moved(wallet, -net), earned: wallet.earned - net, ...rest };
}

function withoutStopped({ stopped = 0n }: Wallet, net: Money): Pick<Wallet, "stopped"> {
  return { stopped: stopped > net ? stopped - net : undefined };
}

function moved(wallet: Wallet, amount: Money): Wallet {
  return { ...wallet, balance: wallet.balance + amount, sequence: wallet.sequence + 1, audited: undefined };
}

function requireHeld(wallet: Wallet | null, amount: Money): Wallet {
  if (!wallet || wallet.held < amount) throw new Error(`the wallet of ${wallet?.userId ?? "a fan"} holds less than its escrow`);
  return wallet;
}
