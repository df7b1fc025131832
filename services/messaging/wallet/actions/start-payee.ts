import { implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator/index.ts";
import { startPayee } from "#libs/contracts/wallet/payees.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import { isRequired } from "../payouts/payee-standing.ts";
import { type RefreshPayeeDeps, refreshPayee } from "../payouts/refresh-payee.ts";
import { requireVerifiedAddress } from "../payouts/require-verified-address.ts";
import { startPayee as start } from "../payouts/start-payee.ts";
import { payeeView } from "../views/payee-view.ts";

type StartDeps = RefreshPayeeDeps & Parameters<typeof start>[0];

/** POST /payouts/payee: what the provider asks of a payee is given on its own pages. */
export const startPayeeAction = (deps: StartDeps) =>
  implement(startPayee, async (ctx) => {
    const { userId } = ctx.caller;
    if ((await ctx.call(getPayoutStanding, { userId })) === null) throw new AppError("payout.error.not_creator");
    await requireVerifiedAddress(ctx);
    const provider = deps.payment.activeName();
    if (provider === null) throw new AppError("payout.error.provider_unavailable");
    return orPayoutsUnavailable(async () => {
      const payee = await refreshPayee(deps, await start(deps, provider, { userId, country: ctx.params.country }));
      const action = payee.status === "DISABLED" ? null : await linkFor(deps, payee);
      return payeeView(payee, { isRequired: isRequired(deps), action });
    });
  });

function linkFor({ config, payment }: StartDeps, { provider, reference }: { readonly provider: string; readonly reference: string }) {
  const returnUrl = `${config.read("site.public_host").replace(/\/+$/, "")}/payouts`;
  return payment.named(provider).onboard({ reference, returnUrl });
}

async function orPayoutsUnavailable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderFailure) throw new AppError("payout.error.provider_unavailable");
    throw error;
  }
}
