import type { DisabledReason } from "#libs/contracts/webhook-events.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { Deps } from "./deps.ts";

/** Switches an endpoint off and gives up what waits for it: an administrator can have it sent again later. */
export async function switchOff(
  { endpoints, deliveries }: Pick<Deps, "endpoints" | "deliveries">,
  tx: Tx,
  endpointId: string,
  disabledReason: DisabledReason,
  now: Date,
): Promise<void> {
  await endpoints.update(tx, endpointId, { enabled: false, disabledReason });
  await deliveries.giveUpWaitingOf(tx, endpointId, now);
}
