import { AppError } from "#libs/errors/app-error.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";

/**
 * Lets in a session that is open, or that a deletion has ended: its token opens the routes of the deletion until it expires, or the session
 * ends for another reason. Called in a transaction that writes the user. Throws error.unauthorized.
 */
export async function requireLeaver({ sessions }: Pick<Deps, "sessions">, tx: Tx, sessionId: string): Promise<void> {
  const session = await sessions.find(sessionId, tx);
  if (!session || (session.revoked && session.revokedReason !== "DELETION")) throw new AppError("error.unauthorized");
}
