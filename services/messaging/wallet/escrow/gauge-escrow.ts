import type { Deps } from "../deps.ts";

/** Exports the sum of all open escrows, in minor units. */
export async function gaugeEscrow({ escrows, metrics }: Pick<Deps, "escrows" | "metrics">): Promise<void> {
  metrics.escrowHeld.set(Number(await escrows.heldTotal()));
}
