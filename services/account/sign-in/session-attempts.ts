import { AppError } from "#libs/errors/app-error.ts";
import { MAX_STEP_UP_FAILURES } from "../domain/proof.ts";
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

/**
 * Whether a password is the one that was stored. Step-ups and passwords of a session are counted together, before they are compared. Throws
 * error.unauthorized when the session has ended; the tenth failure ends it.
 */
export async function provePassword(
  deps: AttemptDeps,
  held: HeldSession,
  { password, stored }: { readonly password: string; readonly stored: string | undefined },
): Promise<boolean> {
  const attempt = await deps.sessions.countAttempt(held.sessionId);
  if (!attempt) throw new AppError("error.unauthorized");
  if (await deps.passwords.matches(password, stored)) {
    await deps.sessions.takeBackAttempt(held.sessionId);
    return true;
  }
  await endAtLastFailure(deps, held, attempt);
  return false;
}

/** Ends the session of a counted failure when it was the tenth, and throws error.unauthorized then. */
export async function endAtLastFailure(
  deps: Pick<AttemptDeps, "clock" | "hints" | "sessions">,
  held: HeldSession,
  { stepUpFailures = 0 }: Pick<Session, "stepUpFailures">,
): Promise<void> {
  if (stepUpFailures < MAX_STEP_UP_FAILURES) return;
  await endGuessedSession(deps, held);
  throw new AppError("error.unauthorized");
}
