import { listStaffIds } from "#libs/contracts/account/internal.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { defineService, type PlatformServiceSchema } from "#libs/platform/service/define-service.ts";
import { loadable } from "#libs/platform/service/loadable.ts";
import { createEndpointAction } from "./actions/create-endpoint.ts";
import { findObjectAction } from "./actions/find-object.ts";
import { getBacklogAction } from "./actions/get-backlog.ts";
import { getEndpointAction } from "./actions/get-endpoint.ts";
import { listDeliveriesAction } from "./actions/list-deliveries.ts";
import { listEndpointsAction } from "./actions/list-endpoints.ts";
import { listKindsAction } from "./actions/list-kinds.ts";
import { recoverDeliveriesAction } from "./actions/recover-deliveries.ts";
import { removeEndpointAction } from "./actions/remove-endpoint.ts";
import { retryDeliveryAction } from "./actions/retry-delivery.ts";
import { rotateSecretAction } from "./actions/rotate-secret.ts";
import { testEndpointAction } from "./actions/test-endpoint.ts";
import { updateEndpointAction } from "./actions/update-endpoint.ts";
import { deliveries } from "./data/delivery.model.ts";
import { endpoints } from "./data/endpoint.model.ts";
import { liveDeps, type WebhookParts } from "./deps.ts";
import { publishedEventSubscriptions } from "./events/on-published-event.ts";
import { webhookJobs } from "./jobs.ts";
import { webhookPersonalData } from "./personal-data.ts";

/** Delivers events to the webhook endpoints of other systems (spec 2.13, 4.9, 6.2). */
export function webhookService(runtime: Runtime, parts: WebhookParts = {}): PlatformServiceSchema {
  const deps = liveDeps(runtime, parts);
  return defineService(deps, {
    actions: {
      listKinds: listKindsAction(),
      createEndpoint: createEndpointAction(deps),
      listEndpoints: listEndpointsAction(deps),
      getEndpoint: getEndpointAction(deps),
      updateEndpoint: updateEndpointAction(deps),
      removeEndpoint: removeEndpointAction(deps),
      rotateSecret: rotateSecretAction(deps),
      testEndpoint: testEndpointAction(deps),
      listDeliveries: listDeliveriesAction(deps),
      retryDelivery: retryDeliveryAction(deps),
      recoverDeliveries: recoverDeliveriesAction(deps),
      getBacklog: getBacklogAction(deps),
      findObject: findObjectAction(deps),
    },
    calls: [listStaffIds],
    consumes: publishedEventSubscriptions(deps),
    jobs: webhookJobs(deps),
    figures: ["webhookDeliveries", "webhookLag"],
    collections: [endpoints, deliveries],
    personalData: webhookPersonalData(deps.database),
    prepare: () => deps.endpoints.count.prepare(),
    background: [deps.dispatcher],
  });
}

export default loadable(webhookService);
