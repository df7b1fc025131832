import { hint } from "#libs/contract-kit/contract.ts";

/**
 * Broadcasts that may be lost: each only makes a process poll earlier than it would anyway. Use a durable event where a loss would matter.
 */
export const HINTS = {
  /** A setting, a flag or a kill switch has changed; and once a second the revision of all of them. */
  configChanged: hint({ name: "hint.config-changed", owner: "config" }),
  /** The revision of the published content: after each change, and once a second without one. */
  contentRevision: hint({ name: "hint.content-revision", owner: "content" }),
  /** A session was revoked, or a user was deleted. */
  sessionsRevoked: hint({ name: "hint.sessions-revoked", owner: "account" }),
  /** The holder of an admin session has proved again who it is: `{sessionId}`. */
  sessionProven: hint({ name: "hint.session-proven", owner: "account" }),
  /**
   * How many times a process has begun to revoke sessions; sent once a second, so that a gateway calls only when the number has changed.
   */
  revocationCount: hint({ name: "hint.revocation-count", owner: "account" }),
  /** There may be new events for the open streams of a user. */
  streamNews: hint({ name: "hint.stream-news", owner: "notification" }),
  /** A message of a user was sent, answered, declined, or has expired. */
  messageChanged: hint({ name: "hint.message-changed", owner: "notification" }),
  /** A payout of a user was requested, or its state has changed. */
  payoutChanged: hint({ name: "hint.payout-changed", owner: "wallet" }),
  /** The overview of the console has changed: there are new events for the open streams of staff. */
  overviewChanged: hint({ name: "hint.overview-changed", owner: "config" }),
  /** Staff have changed something that the console shows: `{kind, id, by}`. */
  staffActed: hint({ name: "hint.staff-acted", owner: "config" }),
  /** A support ticket of a user has a new message or was closed: `{userId}`; with `object: {kind, id}` when the user wrote it. */
  ticketChanged: hint({ name: "hint.ticket-changed", owner: "content" }),
} as const;
