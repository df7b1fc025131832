import type { ProofMethod } from "../domain/proof.ts";
import type { User } from "../domain/user.ts";
import { issueTokens, type TokenDeps } from "./issue-tokens.ts";
import { openSession } from "./open-session.ts";
import { askForSecondFactor, type FactorDeps, hasSecondFactor } from "./second-factor.ts";

type SessionDeps = TokenDeps & Parameters<typeof openSession>[0];
type Client = Parameters<typeof openSession>[2];
export type FinishDeps = SessionDeps & Pick<FactorDeps, "challenges" | "secondFactors" | "recoveryCodes">;

/**
 * Ends the first step of a sign-in: a session is opened, unless the user has a second factor, which is asked for then.
 * @param amr what the first step has proven
 */
export async function finishSignIn(deps: FinishDeps, user: User, client: Client, amr: readonly ProofMethod[]) {
  return hasSecondFactor(user) ? askForSecondFactor(deps, user, "LOGIN", amr) : signedIn(deps, user, client, amr);
}

/** Opens a session for a user who has given every proof. */
export async function signedIn(deps: SessionDeps, user: User, client: Client, amr: readonly ProofMethod[]) {
  return { mfaRequired: false as const, ...(await issueTokens(deps, await openSession(deps, user, client, amr))) };
}
