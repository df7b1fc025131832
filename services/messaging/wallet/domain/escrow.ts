import { ESCROW_STATUSES, type EscrowStatus } from "#libs/contracts/wallet.ts";
import type { Money } from "#libs/kernel/money.ts";
import { moves } from "#libs/kernel/state-machine.ts";

/** The price of one message, between fan and creator. Minor units. */
export interface Escrow {
  readonly _id: string;
  readonly messageId: string;
  readonly fanId: string;
  /** The creator's user id. */
  readonly creatorId: string;
  readonly amount: Money;
  /** Share of the platform, 0-1, as it was when the message was sent. */
  readonly commissionRate: number;
  readonly status: EscrowStatus;
  /** The message is held back, so its creator must not learn of the money either. */
  readonly concealed: boolean;
  readonly heldAt: Date;
  readonly resolvedAt: Date | null;
}

/** A hold is resolved once: released to the creator, or refunded to the fan. */
export const escrowMoves = moves(ESCROW_STATUSES, {
  release: { from: ["HELD"], to: "RELEASED" },
  refund: { from: ["HELD"], to: "REFUNDED" },
});
