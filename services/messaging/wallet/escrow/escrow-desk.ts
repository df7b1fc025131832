import { type Clock, utcDay, utcDayAfter } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Key, LoadedSet, WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { escrows } from "../data/escrow.model.ts";
import { escrowOf, escrowStore } from "../data/escrow.store.ts";
import { ledgerStore } from "../data/ledger.store.ts";
import { walletOf, walletStore } from "../data/wallet.store.ts";
import { type Escrow, escrowMoves, type Hold, openEscrow, resolve } from "../domain/escrow.ts";
import {
  accountOf,
  ESCROW_ACCOUNT,
  type PriceSplit,
  type Reference,
  releaseEntries,
  splitPrice,
  transferEntries,
} from "../domain/ledger.ts";
import { earn, hold, type Purse, returnHeld, spendHeld } from "../domain/wallet.ts";
import { book, bookCredit } from "../ledger/book.ts";

export interface EscrowDeps {
  /** The messaging database: money moves in the transaction that changes the message. */
  readonly database: Collections;
  readonly clock: Clock;
  readonly config: Pick<ConfigReader, "read">;
}

/** The money of paid messages (spec 3.4, 4.10): held once, then released or refunded once. */
export interface EscrowDesk {
  /**
   * Moves the price from the fan's wallet into escrow. Throws `payment.escrow.wallet_unavailable` or
   * `payment.escrow.insufficient_balance`. The set has loaded {@link holdNeeds}.
   */
  hold(set: WorkingSet, hold: Hold): void;
  /** Counts the hold among the pending earnings of the creator from now on: the message was delivered. */
  reveal(tx: Tx, messageId: string): Promise<void>;
  /**
   * Pays the creator, whose part can be paid out after `payment.payout_hold_days`, and the platform. Throws EscrowNotHeld when the hold was
   * resolved before. The set has loaded {@link releaseNeeds}.
   */
  release(set: WorkingSet, messageId: string): PriceSplit;
  /**
   * Returns the whole price, also to a frozen wallet, in minor units. Throws EscrowNotHeld when the hold was resolved before. The set has
   * loaded {@link refundNeeds}.
   */
  refund(set: WorkingSet, messageId: string): Money;
  /** The fan wallet outside any transaction, for a quote or an early refusal; null: there is none. `hold` decides. */
  purse(userId: string): Promise<Purse | null>;
}

/** The parties of a paid message. */
interface Parties {
  readonly messageId: string;
  readonly fanId: string;
  readonly creatorId: string;
}

export const holdNeeds = ({ fanId }: Pick<Parties, "fanId">): Key[] => [walletOf(fanId, "FAN")];
export const refundNeeds = ({ messageId, fanId }: Omit<Parties, "creatorId">): Key[] => [escrowOf(messageId), walletOf(fanId, "FAN")];
export const releaseNeeds = (parties: Parties): Key[] => [...refundNeeds(parties), walletOf(parties.creatorId, "CREATOR")];

/** Whether the fan has a price in escrow. The set has loaded {@link holdNeeds}. */
export const holdsAny = ({ fanId }: Pick<Parties, "fanId">, set: LoadedSet): boolean => (set.find(walletOf(fanId, "FAN"))?.held ?? 0n) > 0n;

export function createEscrowDesk({ database, clock, config }: EscrowDeps): EscrowDesk {
  const books = { wallets: walletStore(database, clock), ledger: ledgerStore(database, clock) };
  const stored = escrowStore(database);

  const resolveOf = (set: WorkingSet, messageId: string, move: (typeof escrowMoves)["release" | "refund"], fields?: Partial<Escrow>) => {
    const key = escrowOf(messageId);
    const escrow = { ...resolve(messageId, set.get(key), move, clock.now()), ...fields };
    set.put(key, escrow);
    return escrow;
  };

  return {
    hold(set, terms) {
      const escrow = openEscrow(uuid(), terms, clock.now());
      const { messageId, fanId, amount } = escrow;
      const entries = transferEntries(amount, accountOf(fanId, "FAN"), ESCROW_ACCOUNT);
      const booking = { kind: "HOLD", reference: message(messageId), entries, wallet: { userId: fanId, kind: "FAN" } } as const;
      book(books, set, booking, (wallet) => hold(wallet, amount));
      set.insert(escrows, escrow);
      set.hit("wallet.hold.debited");
    },

    reveal: (tx, messageId) => stored.reveal(tx, messageId),

    release(set, messageId) {
      const now = clock.now();
      const days = { today: utcDay(now), availableOn: utcDayAfter(now, config.read("payment.payout_hold_days")) };
      const { availableOn } = days;
      const toReview = availableOn > days.today ? true : undefined;
      const released = resolveOf(set, messageId, escrowMoves.release, { availableOn, toReview });
      const { fanId, creatorId, amount, commissionRate } = released;
      const fanWallet = walletOf(fanId, "FAN");
      set.put(fanWallet, spendHeld(set.get(fanWallet), amount));
      const split = splitPrice(amount, commissionRate);
      const entries = releaseEntries(split, accountOf(creatorId, "CREATOR"));
      const booking = { kind: "RELEASE", reference: message(messageId), entries, wallet: { userId: creatorId, kind: "CREATOR" } } as const;
      bookCredit(books, set, booking, (wallet) => earn(wallet, split.net, days));
      set.hit("wallet.release.resolved");
      return split;
    },

    refund(set, messageId) {
      const { fanId, amount } = resolveOf(set, messageId, escrowMoves.refund);
      const entries = transferEntries(amount, ESCROW_ACCOUNT, accountOf(fanId, "FAN"));
      const booking = { kind: "REFUND", reference: message(messageId), entries, wallet: { userId: fanId, kind: "FAN" } } as const;
      book(books, set, booking, (wallet) => returnHeld(wallet, amount));
      set.hit("wallet.refund.resolved");
      return amount;
    },

    purse: (userId) => books.wallets.find(userId, "FAN"),
  };
}

function message(id: string): Reference {
  return { type: "message", id };
}
