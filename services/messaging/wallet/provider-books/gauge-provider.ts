import { refreshGauge } from "#libs/platform/metrics/refresh-gauge.ts";
import { catchUpWith } from "../changes/catch-up-events.ts";
import type { ReceiveDeps } from "../changes/receive-change.ts";
import type { Deps } from "../deps.ts";

type GaugeDeps = ReceiveDeps & Pick<Deps, "metrics" | "payees" | "payment" | "payouts" | "refunds" | "topUps">;

/**
 * Shows what only people at the provider can mend: that it does not answer, what it does not know, and payouts for which it has too little
 * money.
 */
export async function gaugeProvider(deps: GaugeDeps): Promise<void> {
  const { metrics, payees, payouts, refunds, topUps } = deps;
  await refreshGauge(metrics.providerOutages, () => outagesOf(deps));
  await refreshGauge(metrics.referencesUnknown, async () => {
    const counts = await Promise.all([topUps, refunds, payees].map((store) => store.countUnknown()));
    return counts.reduce((sum, count) => sum + count, 0);
  });
  await refreshGauge(metrics.payoutsWithoutFunds, () => payouts.countWithoutFunds());
}

/** After a call that got no answer, its changes are asked for: otherwise, without a payment, the number would stay as it is. */
async function outagesOf(deps: GaugeDeps): Promise<number> {
  const name = deps.payment.activeName();
  // The failure is in the number, and the slot has logged it.
  if (name !== null && deps.payment.outages() > 0) await catchUpWith(deps, name).catch(() => undefined);
  return deps.payment.outages();
}
