import { subnetsOf } from "#libs/platform/http-client/address-rules.ts";
import { egressGuard, type Resolve } from "#libs/platform/http-client/egress-guard.ts";
import { postClient } from "#libs/platform/http-client/post-client.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { createFoundation, type Foundation } from "#libs/platform/service/foundation.ts";
import { deliveryStore } from "./data/delivery.store.ts";
import { deliveryQueue } from "./data/delivery-queue.store.ts";
import { endpointStore } from "./data/endpoint.store.ts";
import { endpointSecrets } from "./endpoints/endpoint-secrets.ts";
import { type Listeners, listeners } from "./endpoints/listeners.ts";
import { createDispatcher, type Dispatcher } from "./sending/dispatcher.ts";
import type { SendingDeps } from "./sending/sending-deps.ts";

/** The dependencies of the actions, events and jobs of this service; each of them names the part it needs. */
export interface Deps extends Foundation, SendingDeps {
  readonly dispatcher: Dispatcher;
  readonly listeners: Listeners;
}

/** Parts that a test replaces. */
export interface WebhookParts {
  readonly random?: (() => number) | undefined;
  readonly resolve?: Resolve | undefined;
  /** Certificate authorities that are trusted instead of the usual ones. */
  readonly ca?: string | undefined;
}

/** The live ones, over the webhook database. */
export function liveDeps(runtime: Runtime, { random = Math.random, resolve, ca }: WebhookParts = {}): Deps {
  const { config, env } = runtime;
  const foundation = createFoundation(runtime, { service: "webhook", uses: ["outbox", "inbox", "audit"] });
  const { database } = foundation;
  const allowedRanges = env.production ? [] : config.read("webhook.allowed_subnets");
  const deps = {
    ...foundation,
    random,
    endpoints: endpointStore(database),
    deliveries: deliveryStore(database),
    queue: deliveryQueue(database),
    secrets: endpointSecrets(env.secrets.contentKeys),
    guard: egressGuard({ allowedSubnets: subnetsOf(allowedRanges), resolve }),
    post: postClient({ ca }),
  };
  return { ...deps, dispatcher: createDispatcher(deps), listeners: listeners(deps) };
}
