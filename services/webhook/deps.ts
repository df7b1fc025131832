import type { Logger } from "pino";
import { type AuditLog, auditLog } from "#libs/audit/audit-log.ts";
import type { ConfigReader } from "#libs/config/reader.ts";
import { createInbox, type Inbox } from "#libs/events/inbox.ts";
import { createOutbox, type Outbox } from "#libs/events/outbox.ts";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import { subnetsOf } from "#libs/http-client/address-rules.ts";
import { type EgressGuard, egressGuard, type Resolve } from "#libs/http-client/egress-guard.ts";
import { type PostClient, postClient } from "#libs/http-client/post-client.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import type { Metrics } from "#libs/metrics/metrics.ts";
import { ensureIndexes } from "#libs/mongo/connect.ts";
import { type Transaction, transactionOn } from "#libs/mongo/transaction.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { type DeliveryStore, deliveryStore } from "./data/delivery.store.ts";
import { type DeliveryQueue, deliveryQueue } from "./data/delivery-queue.store.ts";
import { type EndpointStore, endpointStore } from "./data/endpoint.store.ts";
import { type EndpointSecrets, endpointSecrets } from "./endpoint-secrets.ts";
import { createDispatcher, type Dispatcher } from "./sending/dispatcher.ts";

/** What actions, events and the sending of this service need. */
export interface Deps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly config: ConfigReader;
  readonly metrics: Metrics;
  readonly faults: FaultPoints;
  readonly transaction: Transaction;
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly audit: AuditLog;
  readonly endpoints: EndpointStore;
  readonly deliveries: DeliveryStore;
  readonly queue: DeliveryQueue;
  readonly secrets: EndpointSecrets;
  readonly guard: EgressGuard;
  readonly post: PostClient;
  /** 0 ≤ random < 1 */
  readonly random: () => number;
  readonly dispatcher: Dispatcher;
  /** Creates the indexes, and what transactions hold on to. */
  prepare(): Promise<void>;
}

/** What a test puts in the place of the usual parts. */
export interface WebhookParts {
  readonly random?: (() => number) | undefined;
  readonly resolve?: Resolve | undefined;
  /** Certificate authorities that are trusted instead of the usual ones. */
  readonly ca?: string | undefined;
}

export function liveDeps(runtime: Runtime, { random = Math.random, resolve, ca }: WebhookParts = {}): Deps {
  const { clock, config, env, faults, metrics, stream } = runtime;
  const logger = runtime.logger.child({ service: "webhook" });
  const connection = runtime.database("webhook");
  const allowed = env.production ? [] : config.read("webhook.allowed_subnets");
  const outbox = createOutbox({ connection, source: "webhook", clock, stream, logger, faults });
  const trail = { connection, clock, outbox };
  const deps = {
    ...{ clock, logger, config, metrics, faults, random },
    transaction: transactionOn(connection),
    inbox: createInbox({ connection, clock, faults }),
    outbox,
    audit: auditLog(trail),
    endpoints: endpointStore(connection),
    deliveries: deliveryStore(connection),
    queue: deliveryQueue(connection),
    secrets: endpointSecrets(env.secrets.contentKeys),
    guard: egressGuard({ allowedSubnets: subnetsOf(allowed), resolve }),
    post: postClient({ ca }),
  };
  const prepare = async () => {
    await ensureIndexes(connection);
    await deps.endpoints.prepareCount();
  };
  return { ...deps, dispatcher: createDispatcher(deps), prepare };
}
