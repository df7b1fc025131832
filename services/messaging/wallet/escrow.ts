import type { Connection } from "mongoose";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { Tx } from "#libs/mongo/transaction.ts";

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

export declare function createEscrowDesk(deps: EscrowDeps): EscrowDesk;
