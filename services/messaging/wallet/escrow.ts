import type { Connection } from "mongoose";
import { AppError } from "#libs/errors/app-error.ts";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { escrowStore } from "./data/escrow.store.ts";
import { ledgerStore } from "./data/ledger.store.ts";
import { walletStore } from "./data/wallet.store.ts";
import { escrowMoves } from "./domain/escrow.ts";
import { accountOf, ESCROW_ACCOUNT, type Movement, moved, paidOut, type Reference, splitPrice } from "./domain/ledger.ts";
import type { Wallet } from "./domain/wallet.ts";

export interface EscrowDeps {
  /** The messaging database: money moves in the transaction that moves the message. */
  readonly connection: Connection;
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
  /** The message is held back from its creator, until {@link EscrowDesk.reveal}. */
  readonly concealed?: boolean;
}

export interface Release {
  /** What the creator earned, in minor units. */
  readonly net: Money;
  /** What the platform keeps, in minor units. */
  readonly commission: Money;
}

export interface WalletState {
  readonly exists: boolean;
  readonly frozen: boolean;
  /** Minor units; zero when there is no wallet. */
  readonly balance: Money;
}

/** The money of paid messages (spec 3.4, 4.10): held once, then released or refunded once. */
export interface EscrowDesk {
  /**
   * Takes the price from the fan's wallet into escrow. Throws `payment.escrow.wallet_unavailable` or
   * `payment.escrow.insufficient_balance`; who loses a race meets the same errors.
   */
  hold(tx: Tx, hold: Hold): Promise<void>;
  /** The message has reached its creator: the hold is among the pending earnings from now on. */
  reveal(tx: Tx, messageId: string): Promise<void>;
  /** Pays the creator and the platform. Throws EscrowNotHeld when the hold was resolved before. */
  release(tx: Tx, messageId: string): Promise<Release>;
  /** Gives the whole price back, also to a frozen wallet. Returns minor units. Throws EscrowNotHeld when the hold was resolved before. */
  refund(tx: Tx, messageId: string): Promise<Money>;
  /** What a hold would meet now; a courtesy, the hold itself decides. */
  walletState(userId: string): Promise<WalletState>;
}

/** There is no open hold of this message: never made, or resolved before. */
export class EscrowNotHeld extends Error {
  constructor(messageId: string) {
    super(`no open hold for message ${messageId}`);
    this.name = "EscrowNotHeld";
  }
}

export function createEscrowDesk({ connection, clock, faults }: EscrowDeps): EscrowDesk {
  const wallets = walletStore(connection, clock);
  const ledger = ledgerStore(connection, clock);
  const escrows = escrowStore(connection, clock);

  return {
    async hold(tx, { messageId, fanId, creatorUserId, amount, commissionRate, concealed = false }) {
      if (amount <= 0n) throw new Error("a hold needs an amount above zero");
      if (!(commissionRate >= 0 && commissionRate <= 1)) throw new Error("a commission rate lies between 0 and 1");
      const wallet = await wallets.hold(tx, fanId, amount);
      if (!wallet) throw await refusalOf(wallets.find(fanId, "FAN", tx));
      await faults.hit("wallet.hold.debited");
      await escrows.insert(tx, { messageId, fanId, creatorId: creatorUserId, amount, commissionRate, concealed });
      const entries = moved(amount, accountOf(fanId, "FAN"), ESCROW_ACCOUNT);
      await ledger.post(tx, { kind: "HOLD", reference: aboutMessage(messageId), entries, movement: movementOf(wallet, -amount) });
    },

    reveal: (tx, messageId) => escrows.reveal(tx, messageId),

    async release(tx, messageId) {
      const escrow = await escrows.move(tx, messageId, escrowMoves.release);
      if (!escrow) throw new EscrowNotHeld(messageId);
      await faults.hit("wallet.release.resolved");
      const { fanId, creatorId, amount, commissionRate } = escrow;
      const split = splitPrice(amount, commissionRate);
      if (!(await wallets.spendHeld(tx, fanId, amount))) throw new Error(`the wallet of ${fanId} does not hold what its escrow says`);
      const earnings = await wallets.earn(tx, creatorId, split.net);
      const entries = paidOut(split, accountOf(creatorId, "CREATOR"));
      await ledger.post(tx, { kind: "RELEASE", reference: aboutMessage(messageId), entries, movement: movementOf(earnings, split.net) });
      return split;
    },

    async refund(tx, messageId) {
      const escrow = await escrows.move(tx, messageId, escrowMoves.refund);
      if (!escrow) throw new EscrowNotHeld(messageId);
      await faults.hit("wallet.refund.resolved");
      const { fanId, amount } = escrow;
      const wallet = await wallets.giveBack(tx, fanId, amount);
      if (!wallet) throw new Error(`the wallet of ${fanId} does not hold what its escrow says`);
      const entries = moved(amount, ESCROW_ACCOUNT, accountOf(fanId, "FAN"));
      await ledger.post(tx, { kind: "REFUND", reference: aboutMessage(messageId), entries, movement: movementOf(wallet, amount) });
      return amount;
    },

    async walletState(userId) {
      const wallet = await wallets.find(userId, "FAN");
      return wallet ? { exists: true, frozen: wallet.frozen, balance: wallet.balance } : { exists: false, frozen: false, balance: 0n };
    },
  };
}

function aboutMessage(id: string): Reference {
  return { type: "message", id };
}

/** Why the conditional update found no wallet (spec 4.10, the last two checks in their order). */
async function refusalOf(found: Promise<Wallet | null>): Promise<AppError> {
  const wallet = await found;
  return new AppError(!wallet || wallet.frozen ? "payment.escrow.wallet_unavailable" : "payment.escrow.insufficient_balance");
}

/** What an update did to an account, read from the document that the update left. */
export function movementOf({ userId, kind, balance, sequence }: Wallet, amount: Money): Movement {
  return { account: accountOf(userId, kind), amount, balanceAfter: balance, sequence };
}
