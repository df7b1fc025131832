import { implement } from "#libs/contract-kit/implement.ts";
import { askForPasskey } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { type AskDeps, askForAnyPasskey, askForOwnPasskey } from "../sign-in/ask-for-passkey.ts";

/** POST /auth/passkeys/options */
export const askForPasskeyAction = (deps: AskDeps) =>
  implement(askForPasskey, async ({ params: { purpose }, optionalCaller }) => {
    if (purpose !== "STEP_UP") return askForAnyPasskey(deps, purpose);
    if (!optionalCaller) throw new AppError("error.unauthorized");
    return askForOwnPasskey(deps, optionalCaller);
  });
