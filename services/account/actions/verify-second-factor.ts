import { implement } from "#libs/contract-kit/implement.ts";
import { verifySecondFactor } from "#libs/contracts/account/index.ts";
import { type FinishDeps, signedIn } from "../sign-in/finish-sign-in.ts";
import { type FactorDeps, requireMaySignIn, requireSecondFactor } from "../sign-in/second-factor.ts";

/** POST /auth/mfa/verify */
export const verifySecondFactorAction = (deps: FinishDeps & FactorDeps) =>
  implement(verifySecondFactor, async ({ params }) => {
    const { user, amr } = await requireSecondFactor(deps, params, "LOGIN", requireMaySignIn);
    return signedIn(deps, user, params, amr);
  });
