import { HELD_REASONS, HELD_STATUSES, type HeldReason, type HeldStatus } from "#libs/contracts/wallet/held-earnings.ts";
import { DAY, utcDay } from "#libs/kernel/clock.ts";
import { type DocumentOf, date, list, nullable, oneOf, text } from "#libs/kernel/fields.ts";
import { moves } from "#libs/kernel/state-machine.ts";

export const reviewFields = {
  status: oneOf(HELD_STATUSES),
  reasons: list(oneOf(HELD_REASONS)),
  heldAt: date,
  /** The UTC day on which the earnings could be paid out without the review. */
  dueOn: text,
  decidedBy: nullable(text),
  decidedAt: nullable(date),
  reason: nullable(text),
};

/** Why the earnings of an answer wait longer than others, and how that has ended. */
export type AnswerReview = DocumentOf<typeof reviewFields>;

const reviewMoves = moves(HELD_STATUSES, {
  free: { from: ["HELD"], to: "FREED" },
  mature: { from: ["HELD"], to: "MATURED" },
  reverse: { from: ["HELD"], to: "REVERSED" },
});

interface Held {
  readonly availableOn?: string | undefined;
  readonly toReview?: true | undefined;
  readonly review?: AnswerReview | undefined;
}

/** An answer whose earnings wait a number of days more. */
export function heldForReview<E extends Held>(escrow: E, reasons: readonly HeldReason[], days: number, heldAt: Date): E {
  const dueOn = escrow.availableOn ?? utcDay(heldAt);
  const availableOn = utcDay(new Date(Date.parse(dueOn) + days * DAY));
  const review: AnswerReview = {
    ...{ status: "HELD", reasons: [...reasons], heldAt, dueOn },
    ...{ decidedBy: null, decidedAt: null, reason: null },
  };
  return { ...escrow, toReview: undefined, availableOn, review };
}

/** The review after a move; null when it is not in a status in which the move starts. */
export function movedReview(review: AnswerReview | undefined, move: keyof typeof reviewMoves, now: Date): AnswerReview | null {
  const { from, to } = reviewMoves[move];
  if (!review || !from.some((status: HeldStatus) => status === review.status)) return null;
  return { ...review, status: to, decidedAt: now };
}
