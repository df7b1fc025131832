import { refreshGauge } from "#libs/platform/metrics/refresh-gauge.ts";
import type { Deps } from "../deps.ts";

/** Shows the sum of all open escrows, in minor units. */
export async function gaugeEscrow({ escrows, metrics }: Pick<Deps, "escrows" | "metrics">): Promise<void> {
  await refreshGauge(metrics.escrowHeld, async () => Number(await escrows.heldTotal()));
}
