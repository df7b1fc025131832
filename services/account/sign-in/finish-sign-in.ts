import { AppError } from "#libs/errors/app-error.ts";
import type { ProofMethod } from "../domain/proof.ts";
import { isStillProven, maySignIn, type User } from "../domain/user.ts";
import { issueTokens, type TokenDeps } from "./issue-tokens.ts";
import { openSession, tryOpenSession } from "./open-session.ts";
import { askForSecondFactor, type FactorDeps, hasSecondFactor } from "./second-factor.ts";

type SessionDeps = TokenDeps & Parameters<typeof openSession>[0];
type Client = Parameters<typeof openSession>[2];
export type FinishDeps = SessionDeps & Pick<FactorDeps, "challenges" | "secondFactors" | "recoveryCodes" | "users">;

/**
 * Ends the first step of a sign-in: a session is opened, unless the user has a second factor, which is asked for then. So is one that was
 * added since `compared` was read.
 * @param amr what the first step has proven
 */
export async function finishSignIn(deps: FinishDeps, compared: User, client: Client, amr: readonly ProofMethod[]) {
  if (hasSecondFactor(compared)) return askForSecondFactor(deps, compared, "LOGIN", amr);
  const opened = await tryOpenSession(deps, compared, client, amr);
  if (opened) return { mfaRequired: false as const, ...(await issueTokens(deps, opened)) };
  return askForSecondFactor(deps, await requireFactorAdded(deps, compared), "LOGIN", amr);
}

/** The user with the second factor that was added since `compared` was read. Throws auth.login.invalid_credentials when something else has changed. */
export async function requireFactorAdded({ users }: Pick<FinishDeps, "users">, compared: User): Promise<User> {
  const user = await users.find(compared._id);
  const isProven = user !== null && maySignIn(user) && isStillProven(user, compared);
  if (!isProven || !hasSecondFactor(user)) throw new AppError("auth.login.invalid_credentials");
  return user;
}

/** Opens a session for a user who has given every proof. */
export async function signedIn(deps: SessionDeps, user: User, client: Client, amr: readonly ProofMethod[]) {
  return { mfaRequired: false as const, ...(await issueTokens(deps, await openSession(deps, user, client, amr))) };
}
