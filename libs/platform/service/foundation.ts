import { type ServiceClient, serviceClient } from "#libs/contract-kit/service-client.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { type AuditLog, auditLog } from "#libs/platform/audit/audit-log.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { StoredFacts } from "#libs/platform/events/event-stream.ts";
import { createInbox, type Inbox } from "#libs/platform/events/inbox.ts";
import { createOutbox, type Outbox } from "#libs/platform/events/outbox.ts";
import { storedFactsByCall } from "#libs/platform/events/stored-facts-by-call.ts";
import type { FaultPoints } from "#libs/platform/faults/fault-points.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import type { Metrics } from "#libs/platform/metrics/metrics.ts";
import { inTransactionOf, type SetTransaction } from "#libs/platform/mongo/batched-transaction.ts";
import type { Database } from "#libs/platform/mongo/database.ts";
import type { Transaction } from "#libs/platform/mongo/transaction.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";

/** The base of every service. */
interface Base {
  /** Name of the service; its log lines carry it as `service`. */
  readonly service: string;
  readonly clock: Clock;
  /** Runtime settings, flags and kill switches. */
  readonly config: ConfigReader;
  /** Named places where a test makes the service fail. */
  readonly faults: FaultPoints;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly database: Database;
  readonly transaction: Transaction;
  /** As `transaction`, on a working set whose changes are written at its end. */
  readonly inTransaction: SetTransaction;
  /** The other services. */
  readonly services: ServiceClient;
}

/** Optional parts of a service, each with a collection in its database. */
interface Parts {
  /** The events that it publishes. */
  readonly outbox: Outbox;
  /** The events that it has applied. */
  readonly inbox: Inbox;
  /** The log of administrative actions and their targets. */
  readonly audit: AuditLog;
}

export type PartName = keyof Parts;
export type Foundation<P extends PartName = PartName> = Base & Pick<Parts, P>;

interface Wanted<P extends PartName> {
  readonly service: string;
  /** Name of the database, where it is another service's. */
  readonly database?: string;
  readonly uses: readonly P[];
  /** For the service that answers the others about the stored events of the stream. Default: it queries that service. */
  readonly stored?: StoredFacts;
}

/** The foundation of a service in a process: its logger, its database, and the parts that it uses. */
export function createFoundation<P extends PartName>(
  runtime: Runtime,
  { service, database: name = service, uses, stored }: Wanted<P>,
): Foundation<P> {
  const { clock, config, faults, metrics, stream } = runtime;
  const database = runtime.database(name);
  const logger = runtime.logger.child({ service });
  const wants = new Set<PartName>(uses);
  const services = serviceClient(service);
  const outboxDeps = { database, source: service, clock, stream, stored: stored ?? storedFactsByCall(services), logger, faults };
  const onLost = (count: number) => metrics.factsLost.inc({ service }, count);
  const outbox = wants.has("outbox") ? createOutbox({ ...outboxDeps, onLost }) : undefined;
  const inbox = wants.has("inbox") ? createInbox({ database, clock, faults }) : undefined;
  if (wants.has("audit") && !outbox) throw new Error(`${service}: the audit log needs the outbox`);
  const audit = wants.has("audit") && outbox ? auditLog({ database, clock, outbox }) : undefined;
  const base: Base = {
    service,
    clock,
    config,
    faults,
    logger,
    metrics,
    database,
    transaction: database.transaction,
    inTransaction: inTransactionOf({ database, faults }),
    services,
  };
  return { ...base, ...(outbox && { outbox }), ...(inbox && { inbox }), ...(audit && { audit }) } as Foundation<P>;
}
