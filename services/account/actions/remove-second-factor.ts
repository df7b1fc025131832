import { implement } from "#libs/contract-kit/implement.ts";
import { removeSecondFactor } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { type ChangeFactorsDeps, countFactors } from "../sign-in/change-factors.ts";
import { isStaff, requireFactorGiven } from "../sign-in/enrolment.ts";
import { hasSecondFactor } from "../sign-in/second-factor.ts";

/** DELETE /auth/mfa/factors/{factorId} */
export const removeSecondFactorAction = (
  deps: ChangeFactorsDeps & Pick<Deps, "config" | "transaction" | "sessions" | "mailer" | "audit">,
) =>
  implement(removeSecondFactor, async ({ params: { factorId }, caller: { userId, sessionId }, requestId }) => {
    const user = await deps.transaction(async (tx) => {
      if (!(await deps.secondFactors.delete(tx, userId, factorId))) throw new AppError("auth.mfa.not_found");
      await requireFactorGiven(deps, sessionId);
      await deps.audit.add(tx, { actor: userId, action: "second_factor.removed", target: userId, requestId });
      const { user: counted } = await countFactors(deps, tx, userId);
      if (counted && isStaff(counted) && !hasSecondFactor(counted) && deps.config.read("auth.admin_mfa_required")) {
        throw new AppError("auth.mfa.last_factor");
      }
      return counted;
    }, userId);
    if (user) deps.mailer.send({ to: user.email, kind: "second_factor_removed", locale: user.locale });
  });
