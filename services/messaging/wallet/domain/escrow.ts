import { ESCROW_STATUSES, type EscrowStatus } from "#libs/contracts/wallet/index.ts";
import {
  boolean,
  type DocumentOf,
  date,
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
import { type Move, moves } from "#libs/kernel/state-machine.ts";
import { reviewFields } from "./answer-review.ts";

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
  /** Of a released price: the first UTC day on which it can be paid out, YYYY-MM-DD. */
  availableOn: optional(text),
  /** What has gone back to the fan of a released price; absent: nothing. */
  reversed: optional(money),
  /** A dispute of the fan keeps the earnings from being paid out. */
  stopped: mark,
  /** Its earnings are in hold, and the job has not looked at them yet. */
  toReview: mark,
  /** Its earnings wait longer, or did. */
  review: optional(object(reviewFields)),
  /** The first of the two members of staff who give the price, or this part of it, back. */
  approval: optional(object({ by: text, at: date, reason: text, amount: money })),
};

/** The price of one message, held between fan and creator. Amounts are minor units. */
export interface Escrow extends DocumentOf<typeof escrowFields> {}

/** An escrow is resolved once: released to the creator, or refunded to the fan. */
export const escrowMoves = moves(ESCROW_STATUSES, {
  release: { from: ["HELD"], to: "RELEASED" },
  refund: { from: ["HELD"], to: "REFUNDED" },
});

/** The message has no open hold: it never had one, or it was resolved before. @internal exported for tests */
export class EscrowNotHeld extends Error {
  constructor(messageId: string) {
    super(`no open hold for message ${messageId}`);
    this.name = "EscrowNotHeld";
  }
}

/** The fields of a message that a hold needs. */
export interface Hold {
  readonly messageId: string;
  readonly fanId: string;
  readonly creatorUserId: string;
  /** Minor units, more than zero. */
  readonly amount: Money;
  /** Share of the platform, 0-1, as resolved at send time. */
  readonly commissionRate: number;
  /** The message is quarantined: its creator does not see the hold until it is revealed. */
  readonly concealed?: boolean;
}

/** A new escrow. */
export function openEscrow(_id: string, { creatorUserId: creatorId, concealed = false, ...hold }: Hold, heldAt: Date): Escrow {
  if (hold.amount <= 0n) throw new Error("a hold needs an amount above zero");
  if (!(hold.commissionRate >= 0 && hold.commissionRate <= 1)) throw new Error("a commission rate lies between 0 and 1");
  return { ...hold, _id, creatorId, concealed, status: "HELD", heldAt, resolvedAt: null };
}

/** Releases or refunds an escrow. Throws {@link EscrowNotHeld} when it was resolved before. */
export function resolve(messageId: string, escrow: Escrow | null, { from, to }: Move<EscrowStatus>, resolvedAt: Date): Escrow {
  if (!escrow || !from.includes(escrow.status)) throw new EscrowNotHeld(messageId);
  return { ...escrow, status: to, resolvedAt };
}

/** Whether the earnings of an answer are in hold: their day has not come, or a dispute of the fan has stopped them. */
export function isInHold({ status, availableOn, stopped }: Escrow, today: string): boolean {
  return status === "RELEASED" && (stopped === true || (availableOn !== undefined && availableOn > today));
}
