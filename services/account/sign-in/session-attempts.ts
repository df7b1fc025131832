import { AppError } from "#libs/errors/app-error.ts";
import { failuresOf, MAX_STEP_UP_FAILURES } from "../domain/proof.ts";
import type { Session } from "../domain/session.ts";
import type { SignInDeps } from "./deps.ts";
import type { SessionHints } from "./session-hints.ts";

type AttemptDeps = Pick<SignInDeps, "clock" | "passwords" | "sessions"> & { readonly hints: Pick<SessionHints, "sessionsRevoked"> };

interface HeldSession {
  readonly userId: string;
  readonly sessionId: string;
}

/** Ends a session whose holder has guessed too often. */
export async function endGuessedSession(
  { clock, hints, sessions }: Pick<AttemptDeps, "clock" | "hints" | "sessions">,
  { userId, sessionId }: HeldSession,
): Promise<void> {
  await sessions.revoke(sessionId, userId, { reason: "STEP_UP", at: clock.now() });
  hints.sessionsRevoked([sessionId], "STEP_UP");
}

interface Given {
  readonly password: string;
  readonly stored: string | undefined;
}

/**
 * Whether a password is the one that was stored. Step-ups and passwords of a session are counted together, before they are compared. Throws
 * error.unauthorized when the session has ended; the tenth failure ends it.
 */
export const provePassword = (deps: AttemptDeps, held: HeldSession, given: Given): Promise<boolean> =>
  compareCounted(deps, held, given, (sessionId) => deps.sessions.countAttempt(sessionId, "passwordFailures"));

/** The same for a route that is also open to a session that a deletion has ended. */
export const proveLeaversPassword = (deps: AttemptDeps, held: HeldSession, given: Given): Promise<boolean> =>
  compareCounted(deps, held, given, deps.sessions.countLeaversAttempt);

async function compareCounted(
  deps: AttemptDeps,
  held: HeldSession,
  { password, stored }: Given,
  count: (sessionId: string) => Promise<Session | null>,
): Promise<boolean> {
  const attempt = await count(held.sessionId);
  if (!attempt) throw new AppError("error.unauthorized");
  if (await deps.passwords.matches(password, stored)) {
    await deps.sessions.takeBackAttempt(held.sessionId);
    return true;
  }
  if (failuresOf(attempt) < MAX_STEP_UP_FAILURES) return false;
  await endGuessedSession(deps, held);
  throw new AppError("error.unauthorized");
}
