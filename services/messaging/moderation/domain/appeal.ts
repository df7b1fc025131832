import type { MessageStatus } from "#libs/contracts/messaging/index.ts";
import { APPEAL_STATUSES, type AppealStatus } from "#libs/contracts/messaging/moderation-appeals.ts";
import type { Check } from "#libs/errors/refuse.ts";
import { moves } from "#libs/kernel/state-machine.ts";

/** An appeal is decided once. */
const appealMoves = moves(APPEAL_STATUSES, {
  uphold: { from: ["OPEN"], to: "UPHELD" },
  reverse: { from: ["OPEN"], to: "REVERSED" },
});

/** The move of each decision on an appeal. */
export const APPEAL_MOVES = { UPHELD: appealMoves.uphold, REVERSED: appealMoves.reverse } as const;

/** The same day of the month that many months later, or the last day of a shorter month. In UTC. */
export function endOfAppealWindow(issuedAt: Date, months: number): Date {
  const end = new Date(issuedAt);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== issuedAt.getUTCDate()) end.setUTCDate(0);
  return end;
}

interface StatementFacts {
  readonly issuedAt: Date;
  readonly reversedAt?: Date | null | undefined;
}

export interface AppealAttempt {
  readonly now: Date;
  /** Length of the appeal window. */
  readonly months: number;
  readonly statement: StatementFacts;
}

/** Checks of an appeal of the sender. A unique index allows one appeal per statement. */
export const appealChecks: readonly Check<AppealAttempt>[] = [
  ["moderation.error.nothing_to_appeal", ({ statement }) => Boolean(statement.reversedAt)],
  ["moderation.error.appeal_window_closed", ({ statement, months, now }) => now >= endOfAppealWindow(statement.issuedAt, months)],
];

interface DecisionAttempt {
  readonly moderatorId: string;
  /** Receiver of the message. */
  readonly receiverId: string | null;
  readonly appeal: { readonly firstModerator: string | null; readonly senderId: string; readonly status: AppealStatus };
}

/** Neither the moderator of the first decision nor a party of the message decides on the appeal. */
export const decisionChecks: readonly Check<DecisionAttempt>[] = [
  [
    "moderation.error.same_moderator",
    ({ appeal, receiverId, moderatorId }) => [appeal.firstModerator, appeal.senderId, receiverId].includes(moderatorId),
  ],
  ["moderation.error.appeal_decided", ({ appeal }) => appeal.status !== "OPEN"],
];

export type ReadingGround = "QUARANTINE" | "APPEAL" | "REPORT";

export interface ModerationCase {
  readonly status: MessageStatus;
  /** The latest statement about the message. */
  readonly statement: StatementFacts | null;
  /** The appeal against that statement. */
  readonly appeal: { readonly status: AppealStatus } | null;
  readonly hasOpenReport: boolean;
}

const UNANSWERED_ENDS: readonly MessageStatus[] = ["REJECTED", "EXPIRED"];

/** Why a moderator may read the text of a message now; null when there is no reason. */
export function readingGround(moderationCase: ModerationCase, now: Date, months: number): ReadingGround | null {
  if (moderationCase.status === "QUARANTINED") return "QUARANTINE";
  if (isContestable(moderationCase, now, months)) return "APPEAL";
  return moderationCase.hasOpenReport ? "REPORT" : null;
}

/** Whether an appeal is open, or can still be made. */
function isContestable({ status, statement, appeal }: ModerationCase, now: Date, months: number): boolean {
  if (!statement || statement.reversedAt || !UNANSWERED_ENDS.includes(status)) return false;
  return appeal ? appeal.status === "OPEN" : now < endOfAppealWindow(statement.issuedAt, months);
}
