import { MESSAGE_STATUSES, type MessageStatus } from "#libs/contracts/messaging.ts";
import { moves } from "#libs/kernel/state-machine.ts";

/**
 * The moves of a message (spec 3.4). REPLIED is passed through inside one transaction: a release that fails takes the
 * reply back with it, so there is no move that undoes one.
 */
export const messageMoves = moves(MESSAGE_STATUSES, {
  reply: { from: ["ESCROWED", "DELIVERED"], to: "REPLIED" },
  complete: { from: ["REPLIED"], to: "COMPLETED" },
  reject: { from: ["ESCROWED", "DELIVERED"], to: "REJECTED" },
  expire: { from: ["ESCROWED", "DELIVERED", "QUARANTINED"], to: "EXPIRED" },
  close: { from: ["ESCROWED", "DELIVERED", "QUARANTINED"], to: "REJECTED" },
  approvePaid: { from: ["QUARANTINED"], to: "ESCROWED" },
  approveFree: { from: ["QUARANTINED"], to: "DELIVERED" },
  refuse: { from: ["QUARANTINED"], to: "REJECTED" },
});

/** Who moved a message. */
export const ACTORS = ["FAN", "CREATOR", "MODERATOR", "SYSTEM"] as const;
export type Actor = (typeof ACTORS)[number];

export interface Beginning {
  readonly flagged: boolean;
  readonly paid: boolean;
}

export type FirstStatus = "QUARANTINED" | "ESCROWED" | "DELIVERED";

/** Where a new message starts. */
export function firstStatus({ flagged, paid }: Beginning): FirstStatus {
  if (flagged) return "QUARANTINED";
  return paid ? "ESCROWED" : "DELIVERED";
}

/** A status as the interface shows it: a quarantined message looks pending. */
export function outwardStatus<S extends MessageStatus>(status: S): Exclude<S, "QUARANTINED"> | "PENDING" {
  return status === "QUARANTINED" ? "PENDING" : (status as Exclude<S, "QUARANTINED">);
}
