import { implement } from "#libs/contract-kit/implement.ts";
import { removePayoutMethod } from "#libs/contracts/wallet/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";

/** DELETE /payouts/methods/{methodId} */
export const removePayoutMethodAction = ({ payoutMethods }: Pick<Deps, "payoutMethods">) =>
  implement(removePayoutMethod, async (ctx) => {
    if (!(await payoutMethods.delete(ctx.params.methodId, ctx.caller.userId))) throw new AppError("payout.error.method_not_found");
  });
