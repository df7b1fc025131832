import { AppError } from "#libs/errors/app-error.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import type { User } from "../domain/user.ts";

/**
 * Lets in a session that is open, or that a deletion has ended. Its token opens the routes of the deletion until it expires, and a thief may
 * hold it: a reset or a link that was mailed takes that away. Called in a transaction that writes the user. Throws error.unauthorized.
 */
export async function requireLeaver(
  { sessions }: Pick<Deps, "sessions">,
  tx: Tx,
  { devicesSince }: Pick<User, "devicesSince">,
  sessionId: string,
): Promise<void> {
  const session = await sessions.find(sessionId, tx);
  if (session && !session.revoked) return;
  const leftAt = session?.revokedReason === "DELETION" ? session.revokedAt : null;
  if (!leftAt || (devicesSince && devicesSince > leftAt)) throw new AppError("error.unauthorized");
}
