import { implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator/index.ts";
import { getPayee } from "#libs/contracts/wallet/payees.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { Deps } from "../deps.ts";
import { activePayee, isRequired } from "../payouts/payee-standing.ts";
import { type RefreshPayeeDeps, refreshPayee } from "../payouts/refresh-payee.ts";
import { payeeView } from "../views/payee-view.ts";

type GetDeps = RefreshPayeeDeps & Pick<Deps, "logger" | "payees">;

/** GET /payouts/payee: a person who comes back from the provider sees what it says now, and without its answer what it said last. */
export const getPayeeAction = (deps: GetDeps) =>
  implement(getPayee, async (ctx) => {
    const { userId } = ctx.caller;
    if ((await ctx.call(getPayoutStanding, { userId })) === null) throw new AppError("payout.error.not_creator");
    let payee = await activePayee(deps, userId);
    if (payee?.status === "ONBOARDING" || payee?.status === "RESTRICTED") {
      const asked = payee;
      await bestEffort(deps.logger, `ask about payee ${asked._id}`, async () => {
        payee = await refreshPayee(deps, asked);
      });
    }
    return payeeView(payee, { isRequired: isRequired(deps), action: null });
  });
