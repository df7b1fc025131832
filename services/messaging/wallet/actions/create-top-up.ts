import { implement } from "#libs/contract-kit/implement.ts";
import { CURRENCY, sumVars } from "#libs/contracts/shared.ts";
import { createTopUp } from "#libs/contracts/wallet/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { type Money, minorUnitsOf, parseMoney } from "#libs/kernel/money.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { Deps } from "../deps.ts";
import type { TopUp } from "../domain/top-up.ts";
import { requireVerifiedAddress } from "../payouts/require-verified-address.ts";
import { insertTopUp, startCharge } from "../top-ups/start-top-up.ts";
import { activeProviderName, orTopUpUnavailable } from "../top-ups/top-up-provider.ts";
import { topUpView } from "../views/top-up-view.ts";

type CreateDeps = Pick<Deps, "config" | "clock" | "faults" | "inTransaction" | "topUps" | "wallets" | "payment">;

/** POST /wallet/topups: the same idempotency key of the same user names the same top-up. A repeated request retries a failed start. */
export const createTopUpAction = (deps: CreateDeps) =>
  implement(createTopUp, async (ctx) => {
    const { userId } = ctx.caller;
    const { idempotencyKey, currency } = ctx.params;
    const amount = parseMoney(ctx.params.amount);
    const existing = await deps.topUps.findByKey(userId, idempotencyKey);
    if (existing) return started(deps, requireAmount(existing, amount));
    if (currency !== CURRENCY) throw new AppError("payment.topup.currency_unsupported", { currency: CURRENCY });
    const provider = activeProviderName(deps.payment);
    refuseOutOfRange(deps.config, amount);
    await requireVerifiedAddress(ctx);
    const topUp = await insertTopUp(deps, { userId, idempotencyKey, amount, provider });
    return started(deps, requireAmount(topUp, amount));
  });

async function started(deps: CreateDeps, topUp: TopUp) {
  return topUpView(await orTopUpUnavailable(() => startCharge(deps, topUp)));
}

function requireAmount(topUp: TopUp, amount: Money): TopUp {
  if ((topUp.asked ?? topUp.amount) !== amount) throw new AppError("idempotency.error.key_reused");
  return topUp;
}

function refuseOutOfRange(config: ConfigReader, amount: Money): void {
  const minimum = minorUnitsOf(config.read("payment.topup_min"));
  const maximum = minorUnitsOf(config.read("payment.topup_max"));
  if (amount >= minimum && amount <= maximum) return;
  throw new AppError("payment.topup.amount_out_of_range", sumVars({ minimum, maximum }));
}
