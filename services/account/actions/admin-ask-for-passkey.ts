import { implement } from "#libs/contract-kit/implement.ts";
import { adminAskForPasskey } from "#libs/contracts/account/index.ts";
import { type AskDeps, askForOwnPasskey } from "../sign-in/ask-for-passkey.ts";

/** POST /admin/auth/passkeys/options */
export const adminAskForPasskeyAction = (deps: AskDeps) =>
  implement(adminAskForPasskey, async ({ caller }) => askForOwnPasskey(deps, caller));
