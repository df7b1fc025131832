import { implement } from "#libs/contract-kit/implement.ts";
import { renameSecondFactor } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";

/** PATCH /auth/mfa/factors/{factorId} */
export const renameSecondFactorAction = ({ secondFactors }: Pick<Deps, "secondFactors">) =>
  implement(renameSecondFactor, async ({ params: { factorId, name }, caller: { userId } }) => {
    if (!(await secondFactors.rename(userId, factorId, name))) throw new AppError("auth.mfa.not_found");
  });
