import type { ConfigReader } from "#libs/config/reader.ts";
import { implement } from "#libs/contract-kit/implement.ts";
import { createTopUp } from "#libs/contracts/wallet.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { formatMoney, type Money, minorUnitsOf, parseMoney } from "#libs/kernel/money.ts";
import type { WalletDeps } from "../deps.ts";
import type { TopUp } from "../domain/top-up.ts";
import { nameOfActive, orUnavailable } from "../top-up-provider.ts";
import { topUpView } from "./top-up-view.ts";

type Deps = Pick<WalletDeps, "config" | "topUps" | "wallets" | "payment">;

/** The same key of the same user is the same top-up, whoever forgot the first answer. */
export const createTopUpAction = (deps: Deps) =>
  implement(createTopUp, async (ctx) => {
    const { userId } = ctx.caller;
    const { idempotencyKey } = ctx.params;
    const amount = parseMoney(ctx.params.amount);
    const known = await deps.topUps.findByKey(userId, idempotencyKey);
    if (known) return topUpView(await started(deps, sameAmount(known, amount)));
    const provider = nameOfActive(deps.payment);
    refuseOutOfRange(deps.config, amount);
    await deps.wallets.ensure(userId, "FAN");
    const topUp = await deps.topUps.insertOrFind({ userId, idempotencyKey, amount, provider });
    return topUpView(await started(deps, sameAmount(topUp, amount)));
  });

function sameAmount(topUp: TopUp, amount: Money): TopUp {
  if (topUp.amount !== amount) throw new AppError("idempotency.error.key_reused");
  return topUp;
}

function refuseOutOfRange(config: ConfigReader, amount: Money): void {
  const minimum = minorUnitsOf(config.read("payment.topup_min"));
  const maximum = minorUnitsOf(config.read("payment.topup_max"));
  if (amount >= minimum && amount <= maximum) return;
  throw new AppError("payment.topup.amount_out_of_range", { minimum: formatMoney(minimum), maximum: formatMoney(maximum) });
}

/** Lets the provider know of the charge; a repetition heals a start that failed. */
async function started({ topUps, payment }: Deps, topUp: TopUp): Promise<TopUp> {
  if (topUp.providerReference !== null) return topUp;
  const { _id, amount, currency } = topUp;
  const reference = await orUnavailable(() => payment.named(topUp.provider).start({ topUpId: _id, amount, currency }));
  await topUps.setReference(_id, reference);
  return { ...topUp, providerReference: reference };
}
