import type { EgressGuard } from "#libs/platform/http-client/egress-guard.ts";
import type { PostClient } from "#libs/platform/http-client/post-client.ts";
import type { Foundation } from "#libs/platform/service/foundation.ts";
import type { DeliveryStore } from "../data/delivery.store.ts";
import type { DeliveryQueue } from "../data/delivery-queue.store.ts";
import type { EndpointStore } from "../data/endpoint.store.ts";
import type { EndpointSecrets } from "../endpoints/endpoint-secrets.ts";

type Platform = Pick<Foundation, "audit" | "clock" | "config" | "faults" | "logger" | "metrics" | "outbox" | "services" | "transaction">;

/** The dependencies of the sending. They are declared here because the dispatcher is itself a part of `Deps`. */
export interface SendingDeps extends Platform {
  readonly endpoints: EndpointStore;
  readonly deliveries: DeliveryStore;
  readonly queue: DeliveryQueue;
  readonly secrets: EndpointSecrets;
  readonly guard: EgressGuard;
  readonly post: PostClient;
  /** 0 ≤ random < 1 */
  readonly random: () => number;
}
