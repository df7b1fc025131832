import { implement } from "#libs/contract-kit/implement.ts";
import { cancelFactorReset } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import type { Deps } from "../deps.ts";
import { dropFactorReset } from "../sign-in/drop-factor-reset.ts";

/** POST /auth/mfa/reset/cancel. A reset that was made or stopped already has no link any more. */
export const cancelFactorResetAction = (deps: Pick<Deps, "audit" | "clock" | "heldChanges" | "mailTokens" | "transaction">) =>
  implement(cancelFactorReset, async ({ params: { token }, requestId }) => {
    const hash = sha256Hex(token);
    const owner = await deps.mailTokens.findUser(null, hash, "KEEP_FACTORS", deps.clock.now());
    if (owner === null) throw new AppError("auth.mfa.invalid_token");
    await deps.transaction(async (tx) => {
      const link = await deps.mailTokens.take(tx, hash, "KEEP_FACTORS", deps.clock.now());
      if (!link || !(await dropFactorReset(deps, tx, link.userId))) throw new AppError("auth.mfa.invalid_token");
      const { userId } = link;
      await deps.audit.add(tx, { actor: userId, action: "second_factor.reset_stopped", target: userId, requestId });
    }, owner);
  });
