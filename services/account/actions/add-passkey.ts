import { implement } from "#libs/contract-kit/implement.ts";
import { addPasskey } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type AddFactorDeps, addFactor } from "../sign-in/add-factor.ts";
import { madePasskey } from "../sign-in/passkeys.ts";
import { factorView } from "../views/factor-view.ts";

/** POST /auth/mfa/passkeys */
export const addPasskeyAction = (deps: AddFactorDeps) =>
  implement(addPasskey, async ({ params: { challengeToken, credential, name }, caller, requestId }) => {
    const { userId, sessionId } = caller;
    const challenge = await deps.challenges.open(challengeToken, { purpose: "ENROL", sessionId });
    // One with a content was begun for an authenticator.
    const passkey = challenge?.content === null ? await madePasskey(deps.config, challengeToken, credential) : null;
    if (!challenge || !passkey) throw new AppError("auth.mfa.code_rejected");
    const dates = { createdAt: deps.clock.now(), lastUsedAt: null };
    const factor = { _id: uuid(), userId, kind: "PASSKEY", name: name ?? null, ...passkey, ...dates } as const;
    const added = await addFactor(deps, { challenge, factor, method: "hwk", caller, requestId });
    return { factor: factorView(factor), ...added };
  });
