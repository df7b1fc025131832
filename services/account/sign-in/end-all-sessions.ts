import { MINUTE } from "#libs/kernel/clock.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { End } from "../data/session-proofs.ts";
import type { SignInDeps } from "./deps.ts";

type EndDeps = Pick<SignInDeps, "config" | "sessions">;

/**
 * Ends all sessions of a user but one, of both kinds. What has lapsed by itself is not counted.
 * @returns how many were open, and the ids of all that have ended
 */
export async function endAllSessions({ config, sessions }: EndDeps, tx: Tx, userId: string, end: End, exceptSessionId?: string) {
  const idleSince = new Date(end.at.getTime() - config.read("auth.admin_idle_minutes") * MINUTE);
  const ended = await sessions.countOpen(tx, userId, { at: end.at, idleSince }, exceptSessionId);
  return { ended, endedIds: await sessions.revokeAll(tx, userId, end, exceptSessionId) };
}
