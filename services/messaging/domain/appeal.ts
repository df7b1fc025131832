import type { MessageStatus } from "#libs/contracts/messaging.ts";
import { APPEAL_STATUSES, type AppealStatus } from "#libs/contracts/moderation-appeals.ts";
import type { Check } from "#libs/errors/refuse.ts";
import { moves } from "#libs/kernel/state-machine.ts";

/** An appeal is decided once. */
export const appealMoves = moves(APPEAL_STATUSES, {
  uphold: { from: ["OPEN"], to: "UPHELD" },
  reverse: { from: ["OPEN"], to: "REVERSED" },
});

export const APPEAL_MOVES = { UPHELD: appealMoves.uphold, REVERSED: appealMoves.reverse } as const;

/** The same day of the month, so many months later; the last day of a shorter month. UTC. */
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
  readonly months: number;
  readonly statement: StatementFacts;
}

/** Who owns the statement was checked before: for others there is none. That a statement has one appeal, an index guards. */
export const appealChecks: readonly Check<AppealAttempt>[] = [
  ["moderation.error.nothing_to_appeal", ({ statement }) => Boolean(statement.reversedAt)],
  ["moderation.error.appeal_window_closed", ({ statement, months, now }) => now >= endOfAppealWindow(statement.issuedAt, months)],
];

interface AppealDecision {
  readonly moderatorId: string;
  /** Receiver of the message. */
  readonly receiverId: string | null;
  readonly appeal: { readonly firstModerator: string | null; readonly senderId: string; readonly status: AppealStatus };
}

/** Neither who made the decision nor a party of the message decides on the appeal. */
export const decisionChecks: readonly Check<AppealDecision>[] = [
  [
    "moderation.error.same_moderator",
    ({ appeal, receiverId, moderatorId }) => [appeal.firstModerator, appeal.senderId, receiverId].includes(moderatorId),
  ],
  ["moderation.error.appeal_decided", ({ appeal }) => appeal.status !== "OPEN"],
];

export type ReadingGround = "QUARANTINE" | "APPEAL" | "REPORT";

export interface ModerationCase {
  readonly status: MessageStatus;
  /** The latest one about the message. */
  readonly statement: StatementFacts | null;
  /** Against that statement. */
  readonly appeal: { readonly status: AppealStatus } | null;
  readonly hasOpenReport: boolean;
}

const ENDED: readonly MessageStatus[] = ["REJECTED", "EXPIRED"];

/** Why a moderator may read the text of a message now; null when nobody of the moderation has a reason to. */
export function readingGround(found: ModerationCase, now: Date, months: number): ReadingGround | null {
  if (found.status === "QUARANTINED") return "QUARANTINE";
  if (isContestable(found, now, months)) return "APPEAL";
  return found.hasOpenReport ? "REPORT" : null;
}

/** Until the appeal is decided, or the time for one has passed. */
function isContestable({ status, statement, appeal }: ModerationCase, now: Date, months: number): boolean {
  if (!statement || statement.reversedAt || !ENDED.includes(status)) return false;
  return appeal ? appeal.status === "OPEN" : now < endOfAppealWindow(statement.issuedAt, months);
}
