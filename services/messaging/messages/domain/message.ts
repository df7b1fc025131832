import { MESSAGE_STATUSES, type MessageStatus } from "#libs/contracts/messaging/index.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { moves } from "#libs/kernel/state-machine.ts";

/**
 * The moves of a message (spec 3.4). REPLIED lasts only within the transaction of a reply: when the release of the money fails, the
 * reply is rolled back, so no move leads from REPLIED to an earlier status.
 */
export const messageMoves = moves(MESSAGE_STATUSES, {
  reply: { from: ["ESCROWED", "DELIVERED"], to: "REPLIED" },
  complete: { from: ["REPLIED"], to: "COMPLETED" },
  reject: { from: ["ESCROWED", "DELIVERED"], to: "REJECTED" },
  expire: { from: ["ESCROWED", "DELIVERED", "QUARANTINED"], to: "EXPIRED" },
  close: { from: ["ESCROWED", "DELIVERED", "QUARANTINED"], to: "REJECTED" },
  approvePaid: { from: ["QUARANTINED"], to: "ESCROWED" },
  approveFree: { from: ["QUARANTINED"], to: "DELIVERED" },
  rejectHeld: { from: ["QUARANTINED"], to: "REJECTED" },
});

/** The role of the user, or the system, that changed the status of a message. */
export type Actor = "FAN" | "CREATOR" | "MODERATOR" | "SYSTEM";

export type FirstStatus = "QUARANTINED" | "ESCROWED" | "DELIVERED";

/** The status of a new message. */
export function firstStatus({ flagged, paid }: { readonly flagged: boolean; readonly paid: boolean }): FirstStatus {
  if (flagged) return "QUARANTINED";
  return paid ? "ESCROWED" : "DELIVERED";
}

/** A status as users see it: a quarantined message is pending. */
export function outwardStatus<S extends MessageStatus>(status: S): Exclude<S, "QUARANTINED"> | "PENDING" {
  return status === "QUARANTINED" ? "PENDING" : (status as Exclude<S, "QUARANTINED">);
}

/** When a reply window that opens now closes (spec 2.6). A test system may have hours of a few seconds. */
export function endOfReplyWindow(opensAt: Date, timeoutHours: number, secondsPerHour: number): Date {
  return new Date(opensAt.getTime() + timeoutHours * secondsPerHour * SECOND);
}
