import { implement } from "#libs/contract-kit/implement.ts";
import { sumVars } from "#libs/contracts/shared.ts";
import { createTopUp } from "#libs/contracts/wallet/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { HOUR } from "#libs/kernel/clock.ts";
import { type Money, minorUnitsOf, parseMoney } from "#libs/kernel/money.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { Deps } from "../deps.ts";
import type { TopUp } from "../domain/top-up.ts";
import { activeProviderName, orTopUpUnavailable } from "../top-ups/top-up-provider.ts";
import { topUpView } from "../views/top-up-view.ts";

type CreateDeps = Pick<Deps, "config" | "clock" | "topUps" | "wallets" | "payment">;

/** POST /wallet/topups: the same idempotency key of the same user names the same top-up. */
export const createTopUpAction = (deps: CreateDeps) =>
  implement(createTopUp, async (ctx) => {
    const { userId } = ctx.caller;
    const { idempotencyKey } = ctx.params;
    const amount = parseMoney(ctx.params.amount);
    const existing = await deps.topUps.findByKey(userId, idempotencyKey);
    if (existing) return topUpView(await startCharge(deps, requireAmount(existing, amount)));
    const provider = activeProviderName(deps.payment);
    refuseOutOfRange(deps.config, amount);
    await deps.wallets.findOrCreate(userId, "FAN");
    const topUp = await deps.topUps.insertOrFind({ userId, idempotencyKey, amount, provider });
    return topUpView(await startCharge(deps, requireAmount(topUp, amount)));
  });

function requireAmount(topUp: TopUp, amount: Money): TopUp {
  if (topUp.amount !== amount) throw new AppError("idempotency.error.key_reused");
  return topUp;
}

function refuseOutOfRange(config: ConfigReader, amount: Money): void {
  const minimum = minorUnitsOf(config.read("payment.topup_min"));
  const maximum = minorUnitsOf(config.read("payment.topup_max"));
  if (amount >= minimum && amount <= maximum) return;
  throw new AppError("payment.topup.amount_out_of_range", sumVars({ minimum, maximum }));
}

/** Starts the charge unless it was started before, so a repeated request retries a failed start. */
async function startCharge({ clock, config, topUps, payment }: CreateDeps, topUp: TopUp): Promise<TopUp> {
  if (topUp.providerReference !== null) return topUp;
  const { _id, amount, currency } = topUp;
  const returnUrl = `${config.read("site.public_host").replace(/\/+$/, "")}/wallet/topups/${_id}`;
  const charge = { topUpId: _id, amount, currency, expiresAt: new Date(clock.now().getTime() + HOUR), returnUrl };
  const { reference } = await orTopUpUnavailable(() => payment.named(topUp.provider).start(charge));
  await topUps.setReference(_id, reference);
  return { ...topUp, providerReference: reference };
}
