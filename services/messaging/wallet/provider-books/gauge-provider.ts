import { refreshGauge } from "#libs/platform/metrics/refresh-gauge.ts";
import type { Deps } from "../deps.ts";

type GaugeDeps = Pick<Deps, "metrics" | "payees" | "payouts" | "refunds" | "topUps">;

/** Shows what only people at the provider can mend: what it does not know, and payouts for which it has too little money. */
export async function gaugeProvider({ metrics, payees, payouts, refunds, topUps }: GaugeDeps): Promise<void> {
  await refreshGauge(metrics.referencesUnknown, async () => {
    const counts = await Promise.all([topUps, refunds, payees].map((store) => store.countUnknown()));
    return counts.reduce((sum, count) => sum + count, 0);
  });
  await refreshGauge(metrics.payoutsWithoutFunds, () => payouts.countWithoutFunds());
}
