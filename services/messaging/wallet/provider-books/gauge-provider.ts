import { refreshGauge } from "#libs/platform/metrics/refresh-gauge.ts";
import type { Deps } from "../deps.ts";

/** Shows what only people at the provider can mend: payments that it does not know, and payouts for which it has too little money. */
export async function gaugeProvider({ metrics, payouts, topUps }: Pick<Deps, "metrics" | "payouts" | "topUps">): Promise<void> {
  await refreshGauge(metrics.referencesUnknown, () => topUps.countUnknown());
  await refreshGauge(metrics.payoutsWithoutFunds, () => payouts.countWithoutFunds());
}
