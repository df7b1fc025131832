import { implement } from "#libs/contract-kit/implement.ts";
import { getSecondFactors } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";
import { isStaff } from "../sign-in/enrolment.ts";
import { factorView } from "../views/factor-view.ts";

/** GET /auth/mfa */
export const getSecondFactorsAction = ({
  config,
  secondFactors,
  recoveryCodes,
}: Pick<Deps, "config" | "secondFactors" | "recoveryCodes">) =>
  implement(getSecondFactors, async ({ caller: { userId, roles } }) => {
    const [factors, recoveryCodesLeft] = await Promise.all([secondFactors.listOfUser(userId), recoveryCodes.count(userId)]);
    return {
      required: isStaff({ roles }) && config.read("auth.admin_mfa_required"),
      factors: factors.map(factorView),
      recoveryCodesLeft,
    };
  });
