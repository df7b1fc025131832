import { ESCROW_STATUSES, type EscrowStatus } from "#libs/contracts/wallet/index.ts";
import type { Money } from "#libs/kernel/money.ts";
import { moves } from "#libs/kernel/state-machine.ts";

/** The price of one message, held between fan and creator. Amounts are minor units. */
export interface Escrow {
  readonly _id: string;
  readonly messageId: string;
  readonly fanId: string;
  /** The creator's user id. */
  readonly creatorId: string;
  readonly amount: Money;
  /** Share of the platform, 0-1, at the time of sending. */
  readonly commissionRate: number;
  readonly status: EscrowStatus;
  /** The message is quarantined, so its creator does not see the money either. */
  readonly concealed: boolean;
  readonly heldAt: Date;
  readonly resolvedAt: Date | null;
}

/** An escrow is resolved once: released to the creator, or refunded to the fan. */
export const escrowMoves = moves(ESCROW_STATUSES, {
  release: { from: ["HELD"], to: "RELEASED" },
  refund: { from: ["HELD"], to: "REFUNDED" },
});
