import type { ServiceSchema } from "moleculer";
import type { DurableParts } from "#libs/events/durable-middleware.ts";
import type { JobParts } from "#libs/jobs/jobs-middleware.ts";
import type { PersonalDataParts } from "#libs/personal-data/personal-data.ts";
import { personalDataActions } from "#libs/personal-data/personal-data-actions.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { createEndpointAction } from "./actions/create-endpoint.ts";
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
import { liveDeps, type WebhookParts } from "./deps.ts";
import { factSubscriptions } from "./events/on-fact.ts";
import { webhookJobs } from "./jobs.ts";
import { webhookPersonalData } from "./personal-data.ts";

/** Tells other systems what happened here: endpoints, their secrets, deliveries (spec 2.13, 4.9, 6.2). */
export function webhookService(runtime: Runtime, parts: WebhookParts = {}): ServiceSchema & PersonalDataParts {
  const deps = liveDeps(runtime, parts);
  const connection = runtime.database("webhook");
  const personalData = webhookPersonalData(connection);
  const background: DurableParts & JobParts = { durable: factSubscriptions(deps), outbox: deps.outbox, jobs: webhookJobs(deps) };
  return {
    name: "webhook",
    personalData,
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
      ...personalDataActions("webhook", { connection, clock: runtime.clock }, personalData),
    },
    started: () => deps.prepare(),
    stopped: () => deps.dispatcher.stop(),
    ...background,
  };
}
