import { ESCROW_STATUSES } from "#libs/contracts/wallet/index.ts";
import { boolean, type DocumentOf, date, money, nullable, number, oneOf, text, withDefault } from "#libs/kernel/fields.ts";
import { moves } from "#libs/kernel/state-machine.ts";

export const escrowFields = {
  _id: text,
  messageId: text,
  fanId: text,
  /** The creator's user id. */
  creatorId: text,
  amount: money,
  /** Share of the platform, 0-1, at the time of sending. */
  commissionRate: number,
  status: oneOf(ESCROW_STATUSES),
  /** The message is quarantined, so its creator does not see the money either. */
  concealed: withDefault(boolean, false),
  heldAt: date,
  resolvedAt: nullable(date),
};

/** The price of one message, held between fan and creator. Amounts are minor units. */
export interface Escrow extends DocumentOf<typeof escrowFields> {}

/** An escrow is resolved once: released to the creator, or refunded to the fan. */
export const escrowMoves = moves(ESCROW_STATUSES, {
  release: { from: ["HELD"], to: "RELEASED" },
  refund: { from: ["HELD"], to: "REFUNDED" },
});
