import { CURRENCY } from "#libs/contracts/shared.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { minorUnitsOf } from "#libs/kernel/money.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import { topUps } from "../data/top-up.store.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { isOver, nextCheckAt, type TopUp } from "../domain/top-up.ts";
import { requireWithinLimits } from "../domain/top-up-limits.ts";

export type StartDeps = Pick<Deps, "config" | "clock" | "faults" | "topUps" | "payment">;
type InsertDeps = StartDeps & Pick<Deps, "inTransaction" | "wallets">;
type NewTopUp = Pick<TopUp, "userId" | "idempotencyKey" | "amount" | "provider">;

/**
 * Adds a top-up, or finds the one with its idempotency key. The sums are counted in the transaction that writes the row of the wallet, so of
 * two at once the second counts the first. Throws `payment.topup.limit` and `payment.topup.blocked`.
 */
export async function insertTopUp(deps: InsertDeps, newTopUp: NewTopUp): Promise<TopUp> {
  const { userId, idempotencyKey, amount } = newTopUp;
  const { config } = deps;
  const limits = {
    daily: minorUnitsOf(config.read("payment.topup_daily_max")),
    monthly: minorUnitsOf(config.read("payment.topup_monthly_max")),
    wallet: minorUnitsOf(config.read("payment.wallet_max")),
  };
  try {
    return await deps.inTransaction(async (set) => {
      const key = walletOf(userId, "FAN");
      await set.load([key]);
      const wallet = set.get(key) ?? deps.wallets.newWallet(userId, "FAN");
      requireWithinLimits({ ...(await deps.topUps.useOf(set.tx, userId)), amount, balance: wallet.balance }, limits);
      const topUp = topUpFrom(deps, newTopUp);
      set.put(key, { ...wallet, topUpsBegun: (wallet.topUpsBegun ?? 0) + 1 });
      set.insert(topUps, topUp);
      return topUp;
    });
  } catch (error) {
    const winner = isDuplicateKey(error) ? await deps.topUps.findByKey(userId, idempotencyKey) : null;
    if (!winner) throw error;
    return winner;
  }
}

function topUpFrom({ clock, config }: Pick<Deps, "clock" | "config">, newTopUp: NewTopUp): TopUp {
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + config.read("payment.topup_expiry_minutes") * MINUTE);
  return {
    ...newTopUp,
    _id: uuid(),
    currency: CURRENCY,
    status: "PENDING",
    providerReference: null,
    createdAt,
    expiresAt,
    checkAt: nextCheckAt({ createdAt, expiresAt }, createdAt),
    settledAt: null,
  };
}

/** Starts the charge of a top-up that is pending, unless it was started before. Repeated, it has one charge. Throws ProviderFailure. */
export async function startCharge({ clock, config, faults, topUps, payment }: StartDeps, topUp: TopUp): Promise<TopUp> {
  const { _id: topUpId, amount, currency, provider, expiresAt } = topUp;
  if (topUp.providerReference !== null || topUp.status !== "PENDING" || !expiresAt || isOver(topUp, clock.now())) return topUp;
  const returnUrl = `${config.read("site.public_host").replace(/\/+$/, "")}/wallet/topups/${topUpId}`;
  const started = await payment.named(provider).start({ topUpId, amount, currency, expiresAt, returnUrl });
  await faults.hit("wallet.topup.started");
  await topUps.setStarted(topUpId, { providerReference: started.reference, action: started.action });
  return { ...topUp, providerReference: started.reference, action: started.action };
}
