import { implement } from "#libs/contract-kit/implement.ts";
import { renewRecoveryCodes } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { type ChangeFactorsDeps, replaceRecoveryCodes } from "../sign-in/change-factors.ts";
import { requireFactorGiven } from "../sign-in/enrolment.ts";

type RenewDeps = ChangeFactorsDeps & Pick<Deps, "config" | "transaction" | "sessions" | "audit">;

/** POST /auth/mfa/recovery-codes. Who has no factor needs none. */
export const renewRecoveryCodesAction = (deps: RenewDeps) =>
  implement(renewRecoveryCodes, ({ caller: { userId, sessionId }, requestId }) =>
    deps.transaction(async (tx) => {
      if (!(await deps.recoveryCodes.has(userId, tx))) throw new AppError("auth.mfa.not_found");
      await requireFactorGiven(deps, sessionId);
      await deps.audit.add(tx, { actor: userId, action: "recovery_codes.renewed", target: userId, requestId });
      return { recoveryCodes: await replaceRecoveryCodes(deps, tx, userId) };
    }),
  );
