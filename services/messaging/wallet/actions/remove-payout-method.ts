import { implement } from "#libs/contract-kit/implement.ts";
import { removePayoutMethod } from "#libs/contracts/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { WalletDeps } from "../deps.ts";

export const removePayoutMethodAction = ({ payoutMethods }: Pick<WalletDeps, "payoutMethods">) =>
  implement(removePayoutMethod, async (ctx) => {
    if (!(await payoutMethods.remove(ctx.params.methodId, ctx.caller.userId))) throw new AppError("payout.error.method_not_found");
  });
