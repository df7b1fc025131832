import type { User } from "../domain/user.ts";
import { issueTokens, type TokenDeps } from "./issue-tokens.ts";
import { openSession } from "./open-session.ts";
import { askForSecondFactor, type FactorDeps, hasSecondFactor } from "./second-factor.ts";

export type FinishDeps = TokenDeps & Parameters<typeof openSession>[0] & Pick<FactorDeps, "challenges" | "secondFactors" | "recoveryCodes">;

/** Ends the first step of a sign-in: a session is opened, unless the user has a second factor, which is asked for then. */
export async function finishSignIn(deps: FinishDeps, user: User, client: Parameters<typeof openSession>[2]) {
  if (hasSecondFactor(user)) return askForSecondFactor(deps, user, "LOGIN");
  return signedIn(deps, user, client);
}

/** Opens a session for a user who has given every proof. */
export async function signedIn(
  deps: Omit<FinishDeps, keyof FactorDeps> & TokenDeps,
  user: User,
  client: Parameters<typeof openSession>[2],
) {
  return { mfaRequired: false as const, ...(await issueTokens(deps, await openSession(deps, user, client))) };
}
