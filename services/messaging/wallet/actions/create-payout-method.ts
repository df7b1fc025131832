import { implement } from "#libs/contract-kit/implement.ts";
import { createPayoutMethod, MAX_PAYOUT_METHODS } from "#libs/contracts/wallet/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";

/** POST /payouts/methods */
export const createPayoutMethodAction = ({ payoutMethods }: Pick<Deps, "payoutMethods">) =>
  implement(createPayoutMethod, async (ctx) => {
    const { userId } = ctx.caller;
    const method = await payoutMethods.insert({ userId, kind: ctx.params.kind, label: ctx.params.label });
    if (!method) throw new AppError("payout.error.too_many_methods", { limit: MAX_PAYOUT_METHODS });
    return { methodId: method._id };
  });
