import { AppError } from "#libs/errors/app-error.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { FaultPoints } from "#libs/platform/faults/fault-points.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { escrowStore } from "../data/escrow.store.ts";
import { ledgerStore } from "../data/ledger.store.ts";
import { walletStore } from "../data/wallet.store.ts";
import { escrowMoves } from "../domain/escrow.ts";
import {
  accountOf,
  ESCROW_ACCOUNT,
  movementOf,
  type PriceSplit,
  type Reference,
  releaseEntries,
  splitPrice,
  transferEntries,
} from "../domain/ledger.ts";
import type { Wallet } from "../domain/wallet.ts";

export interface EscrowDeps {
  /** The messaging database: money moves in the transaction that changes the message. */
  readonly database: Collections;
  readonly clock: Clock;
  readonly faults: FaultPoints;
}

export interface Hold {
  readonly messageId: string;
  readonly fanId: string;
  readonly creatorUserId: string;
  /** Minor units, more than zero. */
  readonly amount: Money;
  /** Share of the platform, 0-1, as resolved at send time. */
  readonly commissionRate: number;
  /** The message is quarantined: its creator does not see the hold until {@link EscrowDesk.reveal}. */
  readonly concealed?: boolean;
}

export interface FanWalletState {
  readonly exists: boolean;
  readonly frozen: boolean;
  /** Minor units; zero when there is no wallet. */
  readonly balance: Money;
}

/** The money of paid messages (spec 3.4, 4.10): held once, then released or refunded once. */
export interface EscrowDesk {
  /**
   * Moves the price from the fan's wallet into escrow. Throws `payment.escrow.wallet_unavailable` or
   * `payment.escrow.insufficient_balance`, also when a concurrent request has spent the money.
   */
  hold(tx: Tx, hold: Hold): Promise<void>;
  /** Counts the hold among the pending earnings of the creator from now on: the message was delivered. */
  reveal(tx: Tx, messageId: string): Promise<void>;
  /** Pays the creator and the platform. Throws EscrowNotHeld when the hold was resolved before. */
  release(tx: Tx, messageId: string): Promise<PriceSplit>;
  /** Returns the whole price, also to a frozen wallet. Resolves to minor units. Throws EscrowNotHeld when the hold was resolved before. */
  refund(tx: Tx, messageId: string): Promise<Money>;
  /** The fan wallet outside any transaction, for a quote or an early refusal. `hold` decides. */
  walletState(userId: string): Promise<FanWalletState>;
}

/** The message has no open hold: none was made, or it was resolved before. @internal exported for tests */
export class EscrowNotHeld extends Error {
  constructor(messageId: string) {
    super(`no open hold for message ${messageId}`);
    this.name = "EscrowNotHeld";
  }
}

export function createEscrowDesk({ database, clock, faults }: EscrowDeps): EscrowDesk {
  const wallets = walletStore(database, clock);
  const ledger = ledgerStore(database, clock);
  const escrows = escrowStore(database, clock);

  return {
    async hold(tx, { messageId, fanId, creatorUserId, amount, commissionRate, concealed = false }) {
      if (amount <= 0n) throw new Error("a hold needs an amount above zero");
      if (!(commissionRate >= 0 && commissionRate <= 1)) throw new Error("a commission rate lies between 0 and 1");
      const wallet = await wallets.hold(tx, fanId, amount);
      if (!wallet) throw holdRefusal(await wallets.find(fanId, "FAN", tx));
      await faults.hit("wallet.hold.debited");
      await escrows.insert(tx, { messageId, fanId, creatorId: creatorUserId, amount, commissionRate, concealed });
      const entries = transferEntries(amount, accountOf(fanId, "FAN"), ESCROW_ACCOUNT);
      await ledger.append(tx, { kind: "HOLD", reference: message(messageId), entries, movement: movementOf(wallet, -amount) });
    },

    reveal: (tx, messageId) => escrows.reveal(tx, messageId),

    async release(tx, messageId) {
      const escrow = await escrows.move(tx, messageId, escrowMoves.release);
      if (!escrow) throw new EscrowNotHeld(messageId);
      await faults.hit("wallet.release.resolved");
      const { fanId, creatorId, amount, commissionRate } = escrow;
      const split = splitPrice(amount, commissionRate);
      if (!(await wallets.spendHeld(tx, fanId, amount))) throw heldTooLow(fanId);
      const earnings = await wallets.creditEarnings(tx, creatorId, split.net);
      const entries = releaseEntries(split, accountOf(creatorId, "CREATOR"));
      await ledger.append(tx, { kind: "RELEASE", reference: message(messageId), entries, movement: movementOf(earnings, split.net) });
      return split;
    },

    async refund(tx, messageId) {
      const escrow = await escrows.move(tx, messageId, escrowMoves.refund);
      if (!escrow) throw new EscrowNotHeld(messageId);
      await faults.hit("wallet.refund.resolved");
      const { fanId, amount } = escrow;
      const wallet = await wallets.returnHeld(tx, fanId, amount);
      if (!wallet) throw heldTooLow(fanId);
      const entries = transferEntries(amount, ESCROW_ACCOUNT, accountOf(fanId, "FAN"));
      await ledger.append(tx, { kind: "REFUND", reference: message(messageId), entries, movement: movementOf(wallet, amount) });
      return amount;
    },

    async walletState(userId) {
      const wallet = await wallets.find(userId, "FAN");
      return wallet ? { exists: true, frozen: wallet.frozen, balance: wallet.balance } : { exists: false, frozen: false, balance: 0n };
    },
  };
}

function message(id: string): Reference {
  return { type: "message", id };
}

/** Why the conditional update of a hold has changed no wallet (spec 4.10: the last two checks, in their order). */
function holdRefusal(wallet: Wallet | null): AppError {
  return new AppError(!wallet || wallet.frozen ? "payment.escrow.wallet_unavailable" : "payment.escrow.insufficient_balance");
}

function heldTooLow(fanId: string): Error {
  return new Error(`the wallet of ${fanId} holds less than its escrow`);
}
