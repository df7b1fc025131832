import { isDeepStrictEqual } from "node:util";
import { AppError } from "#libs/errors/app-error.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Proof, SessionProofs } from "../data/session-proofs.ts";
import { type Failures, failuresOf, MAX_STEP_UP_FAILURES, type ProofMethod } from "../domain/proof.ts";
import { isStillProven, stateOfFactors, type User } from "../domain/user.ts";
import type { SignInDeps } from "./deps.ts";
import { stopFactorReset } from "./drop-factor-reset.ts";
import type { SignedPasskey } from "./passkeys.ts";
import { hasSecondFactor, type ProveDeps, proveSecondFactor, withSecondFactor } from "./second-factor.ts";

export type AgainDeps = ProveDeps & Pick<SignInDeps, "audit" | "challenges" | "heldChanges" | "mailTokens" | "passwords">;

interface Answer {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly credential?: SignedPasskey | undefined;
  readonly challengeToken?: string | undefined;
}

interface Proven extends Failures {
  readonly amr?: readonly ProofMethod[] | undefined;
}

interface OpenSession {
  readonly userId: string;
  readonly sessionId: string;
}

/** The session that is proven, of a user or of an administrator. */
interface HeldSession<S> extends Pick<SessionProofs<S>, "countAttempt"> {
  /** Stores the proof; null when the session has ended. */
  store(proof: Proof, tx: Tx): Promise<S | null>;
  end(): Promise<unknown>;
}

/**
 * Proves again who holds a session. A second factor that was given stops the reset that waits: it is not lost. Throws auth.step_up.failed, auth.step_up.unavailable for an account with neither password nor second
 * factor, and error.unauthorized when the session has ended. The tenth failure ends it.
 */
export async function proveAgain<S extends Proven>(
  deps: AgainDeps,
  { userId, sessionId }: OpenSession,
  answer: Answer,
  { countAttempt, store, end }: HeldSession<S>,
) {
  const user = await deps.users.find(userId);
  if (!user) throw new AppError("error.unauthorized");
  if (user.passwordHash === undefined && !hasSecondFactor(user)) throw new AppError("auth.step_up.unavailable");
  const attempt = await countAttempt(sessionId, hasSecondFactor(user) ? "stepUpFailures" : "passwordFailures");
  if (!attempt) throw new AppError("error.unauthorized");
  const amr = await compare(deps, user, answer, { sessionId, amr: attempt.amr });
  if (amr && hasSecondFactor(user)) await stopFactorReset(deps, userId);
  const at = deps.clock.now();
  const proven = amr && (await storeUnchanged(deps, user, (tx) => store({ amr, at }, tx)));
  if (!proven) {
    if (failuresOf(attempt) < MAX_STEP_UP_FAILURES) throw new AppError("auth.step_up.failed");
    await end();
    throw new AppError("error.unauthorized");
  }
  const { session } = proven;
  if (!session) throw new AppError("error.unauthorized");
  return {
    user: proven.user,
    session,
    provenUntil: new Date(at.getTime() + deps.config.read("auth.step_up_minutes") * MINUTE).toISOString(),
  };
}

/**
 * Stores a proof beside the user that was compared; null when second factors or the basis of the proof have changed since. The user is
 * written too, so that of the proof and a change of the factors at once the second sees what the first did.
 */
async function storeUnchanged<S>({ transaction, users }: AgainDeps, compared: User, store: (tx: Tx) => Promise<S>) {
  return transaction(async (tx) => {
    const user = await users.touch(tx, compared._id);
    const isUnchanged = user !== null && isStillProven(user, compared) && isDeepStrictEqual(stateOfFactors(user), stateOfFactors(compared));
    return isUnchanged ? { user, session: await store(tx) } : null;
  }, compared._id);
}

/** How the answer proves the person; null: it does not. Where there is a second factor, a password that was stolen must not be enough. */
async function compare(
  deps: AgainDeps,
  user: User,
  answer: Answer,
  { sessionId, amr: before = [] }: { readonly sessionId: string; readonly amr?: readonly ProofMethod[] | undefined },
): Promise<readonly ProofMethod[] | null> {
  if (hasSecondFactor(user)) {
    const method = answer.credential ? await proveByPasskey(deps, user, answer, sessionId) : await proveSecondFactor(deps, user, answer);
    return method && withSecondFactor(before, method);
  }
  const { password } = answer;
  const matches = password !== undefined && (await deps.passwords.matches(password, user.passwordHash, async () => undefined));
  return matches ? ["pwd"] : null;
}

/** A passkey answers a question that was put to this session, once. */
async function proveByPasskey(deps: AgainDeps, user: User, answer: Answer, sessionId: string): Promise<ProofMethod | null> {
  const challenge = await deps.challenges.open(answer.challengeToken ?? "", { purpose: "STEP_UP", sessionId });
  const method = challenge && (await proveSecondFactor(deps, user, answer));
  return method && (await deps.challenges.useUp(null, challenge)) ? method : null;
}
