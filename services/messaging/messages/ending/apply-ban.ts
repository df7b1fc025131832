import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { ClosingReason } from "../data/closing.store.ts";
import type { MessagesDeps } from "../deps.ts";

interface BanStatus {
  readonly userId: string;
  readonly reason: ClosingReason;
  readonly banned: boolean;
  /** Version of the user or creator that this status belongs to. */
  readonly version: number;
}

/**
 * Requests that the open messages of a banned user are closed and refunded; a job does this in batches. Cancels the request when the user
 * is reinstated earlier. Events may arrive in any order: an event older than the latest one has no effect.
 */
export async function applyBan(
  { inbox, closings, clock }: Pick<MessagesDeps, "inbox" | "closings" | "clock">,
  tx: Tx,
  { userId, reason, banned, version }: BanStatus,
): Promise<void> {
  if (!(await inbox.isLatest(tx, reason, { subject: userId, version }))) return;
  if (banned) await closings.upsert(tx, { userId, reason, requestedAt: clock.now() });
  else await closings.delete(tx, { userId, reason });
}
