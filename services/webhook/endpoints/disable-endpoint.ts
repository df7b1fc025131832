import type { DisabledReason } from "#libs/contracts/endpoint-events.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { DeliveryStore } from "../data/delivery.store.ts";
import type { EndpointStore } from "../data/endpoint.store.ts";

interface DisableDeps {
  readonly endpoints: EndpointStore;
  readonly deliveries: DeliveryStore;
}

/** Disables an endpoint and fails its pending deliveries; an administrator can recover them later. */
export async function disableEndpoint(
  { endpoints, deliveries }: DisableDeps,
  tx: Tx,
  endpointId: string,
  disabledReason: DisabledReason,
  now: Date,
): Promise<void> {
  await endpoints.update(tx, endpointId, { enabled: false, disabledReason });
  await deliveries.failPending(tx, endpointId, now);
}
