import { MINUTE } from "#libs/kernel/clock.ts";
import type { Deps } from "../deps.ts";

/** A pending delivery that is overdue by this long was added while its endpoint was being disabled or deleted. */
const STRANDED_MS = 2 * MINUTE;
/** Deliveries that one write changes. */
const BATCH_SIZE = 500;

/**
 * Fails the pending deliveries of endpoints that are disabled or deleted. It iterates over the few dozen endpoints instead of all
 * deliveries.
 */
export async function failStrandedDeliveries({
  clock,
  endpoints,
  deliveries,
}: Pick<Deps, "clock" | "endpoints" | "deliveries">): Promise<void> {
  const now = clock.now();
  const dueBefore = new Date(now.getTime() - STRANDED_MS);
  const enabledIds = new Set((await endpoints.listEnabled()).map(({ _id }) => _id));
  let endpointId = await deliveries.findEndpointWithPending("");
  while (endpointId !== null) {
    const isStranded = !enabledIds.has(endpointId);
    while (isStranded && (await deliveries.failStranded(endpointId, dueBefore, now, BATCH_SIZE)) === BATCH_SIZE);
    endpointId = await deliveries.findEndpointWithPending(endpointId);
  }
}
