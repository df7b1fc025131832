import { implement } from "#libs/contract-kit/implement.ts";
import { renewRecoveryCodes } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { type ChangeFactorsDeps, replaceRecoveryCodes } from "../sign-in/change-factors.ts";
import { requireFactorGiven } from "../sign-in/enrolment.ts";

type RenewDeps = ChangeFactorsDeps & Pick<Deps, "config" | "transaction" | "sessions" | "audit" | "mailer">;

/** POST /auth/mfa/recovery-codes. Who has no factor needs none. The owner hears of it: the codes may be for a thief. */
export const renewRecoveryCodesAction = (deps: RenewDeps) =>
  implement(renewRecoveryCodes, async ({ caller: { userId, sessionId }, requestId }) => {
    const { user, recoveryCodes } = await deps.transaction(async (tx) => {
      const user = await deps.credentials.noteNewCodes(tx, userId, deps.clock.now());
      if (!user) throw new AppError("error.unauthorized");
      if (!(await deps.recoveryCodes.has(userId, tx))) throw new AppError("auth.mfa.not_found");
      await requireFactorGiven(deps, sessionId);
      await deps.audit.add(tx, { actor: userId, action: "recovery_codes.renewed", target: userId, requestId });
      return { user, recoveryCodes: await replaceRecoveryCodes(deps, tx, userId) };
    }, userId);
    deps.mailer.send({ to: user.email, kind: "recovery_codes_renewed", locale: user.locale });
    return { recoveryCodes };
  });
