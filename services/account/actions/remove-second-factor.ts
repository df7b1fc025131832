import { implement } from "#libs/contract-kit/implement.ts";
import { removeSecondFactor } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { type ChangeFactorsDeps, countFactors } from "../sign-in/change-factors.ts";

/** DELETE /auth/mfa/factors/{factorId} */
export const removeSecondFactorAction = (deps: ChangeFactorsDeps & Pick<Deps, "transaction" | "mailer" | "audit">) =>
  implement(removeSecondFactor, async ({ params: { factorId }, caller: { userId }, requestId }) => {
    const user = await deps.transaction(async (tx) => {
      if (!(await deps.secondFactors.delete(tx, userId, factorId))) throw new AppError("auth.mfa.not_found");
      await deps.audit.add(tx, { actor: userId, action: "second_factor.removed", target: userId, requestId });
      return (await countFactors(deps, tx, userId)).user;
    });
    if (user) deps.mailer.send({ to: user.email, kind: "second_factor_removed", locale: user.locale });
  });
