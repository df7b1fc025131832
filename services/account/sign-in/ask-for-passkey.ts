import { AppError } from "#libs/errors/app-error.ts";
import type { SignInDeps } from "./deps.ts";
import { passkeyRequest } from "./passkeys.ts";
import { credentialIds } from "./second-factor.ts";

export type AskDeps = Pick<SignInDeps, "challenges" | "config" | "secondFactors" | "users">;

/** Asks for any passkey of the site: the browser shows which there are, so the question reveals no account. */
export async function askForAnyPasskey({ challenges, config }: AskDeps, purpose: "LOGIN" | "ADMIN_LOGIN") {
  const asked = await challenges.begin({ purpose, user: null });
  return { ...asked, publicKey: passkeyRequest(config, asked.challengeToken) };
}

/** Asks for a passkey of the user, to prove again who holds the session. */
export async function askForOwnPasskey(
  { challenges, config, secondFactors, users }: AskDeps,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
) {
  const [user, factors] = await Promise.all([users.find(userId), secondFactors.listOfUser(userId)]);
  if (!user) throw new AppError("error.unauthorized");
  const asked = await challenges.begin({ purpose: "STEP_UP", user, sessionId });
  return { ...asked, publicKey: passkeyRequest(config, asked.challengeToken, credentialIds(factors)) };
}
