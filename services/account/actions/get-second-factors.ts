import { implement } from "#libs/contract-kit/implement.ts";
import { getSecondFactors } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";
import { factorView } from "../views/factor-view.ts";

/** GET /auth/mfa */
export const getSecondFactorsAction = ({ secondFactors, recoveryCodes }: Pick<Deps, "secondFactors" | "recoveryCodes">) =>
  implement(getSecondFactors, async ({ caller: { userId } }) => {
    const [factors, recoveryCodesLeft] = await Promise.all([secondFactors.listOfUser(userId), recoveryCodes.count(userId)]);
    return { factors: factors.map(factorView), recoveryCodesLeft };
  });
