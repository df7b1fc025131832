import { implement } from "#libs/contract-kit/implement.ts";
import { removePayoutMethod } from "#libs/contracts/wallet/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";

/** DELETE /payouts/methods/{methodId}: the next method is a change, also when this was the only one. */
export const removePayoutMethodAction = ({
  payoutMethods,
  destinations,
  transaction,
}: Pick<Deps, "payoutMethods" | "destinations" | "transaction">) =>
  implement(removePayoutMethod, (ctx) =>
    transaction(async (tx) => {
      const { userId } = ctx.caller;
      if (!(await payoutMethods.delete(tx, ctx.params.methodId, userId))) throw new AppError("payout.error.method_not_found");
      await destinations.keep(tx, userId);
    }),
  );
