import { implement } from "#libs/contract-kit/implement.ts";
import { confirmTotp } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { totpStep } from "../crypto/totp.ts";
import type { Deps } from "../deps.ts";
import { type AddFactorDeps, addFactor } from "../sign-in/add-factor.ts";
import { factorBinding } from "../sign-in/second-factor.ts";

/** POST /auth/mfa/totp/confirm. No sign-in accepts the code that proves the authenticator. */
export const confirmTotpAction = (deps: AddFactorDeps & Pick<Deps, "factorCipher">) =>
  implement(confirmTotp, async ({ params: { factorId, code }, caller, requestId }) => {
    const { userId, sessionId } = caller;
    const challenge = await deps.challenges.open(factorId, { purpose: "ENROL", sessionId });
    const secret = challenge?.content ?? null;
    const step = secret === null ? null : totpStep(secret, code, deps.clock.now());
    if (!challenge || secret === null || step === null) throw new AppError("auth.mfa.code_rejected");
    const owned = { _id: factorId, userId };
    const sealedSecret = deps.factorCipher.encrypt(secret, factorBinding(owned));
    const dates = { createdAt: deps.clock.now(), lastUsedAt: null };
    const factor = { ...owned, kind: "TOTP", name: null, sealedSecret, lastStep: step, ...dates } as const;
    return addFactor(deps, { challenge, factor, method: "otp", caller, requestId });
  });
