import { AppError } from "#libs/errors/app-error.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Session } from "../domain/session.ts";
import type { SignInDeps } from "./deps.ts";

/**
 * The open session of a caller, read in the transaction of a change that writes the user as well. A gateway hears of an end up to two seconds
 * late. Until then a thief could ask for what the owner has just undone. Throws error.unauthorized.
 */
export async function requireOpenSession({ sessions }: Pick<SignInDeps, "sessions">, sessionId: string, tx?: Tx): Promise<Session> {
  const session = await sessions.find(sessionId, tx);
  if (!session || session.revoked) throw new AppError("error.unauthorized");
  return session;
}
