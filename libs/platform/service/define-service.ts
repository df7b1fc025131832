import type { Service, ServiceBroker, ServiceSchema } from "moleculer";
import { withBatchActions } from "#libs/contract-kit/batched-calls/run-batched.ts";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import type { Implementation } from "#libs/contract-kit/implement.ts";
import { eraseUser, type PersonalDataService } from "#libs/contracts/personal-data.ts";
import { wait } from "#libs/kernel/wait.ts";
import { withDeadline } from "#libs/kernel/with-deadline.ts";
import { keepsRecords, type LedgerCollection, recordHashes } from "#libs/platform/audit/record-hashes.ts";
import { runningHashes } from "#libs/platform/audit/running-hash.store.ts";
import type { DurableParts } from "#libs/platform/events/durable-middleware.ts";
import type { DurableSubscription } from "#libs/platform/events/on.ts";
import type { Outbox } from "#libs/platform/events/outbox.ts";
import { outboxJobs } from "#libs/platform/events/outbox-jobs.ts";
import { STORED_FACTS_CALLS } from "#libs/platform/events/stored-facts-by-call.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import type { JobParts } from "#libs/platform/jobs/jobs-middleware.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import type { MetricName } from "#libs/platform/metrics/declared-metrics.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
import type { PersonalData, PersonalDataParts } from "#libs/platform/personal-data/personal-data.ts";
import { personalDataActions } from "#libs/platform/personal-data/personal-data-actions.ts";
import type { Foundation } from "./foundation.ts";

/** A part of a service that runs in the background, besides its actions, events and jobs. */
export interface BackgroundPart {
  /** Called before the service starts, with the broker by which the part calls or broadcasts. */
  bind?(broker: ServiceBroker): void;
  /** After the service has started; the part runs on until `stop`. */
  start?(): void | Promise<void>;
  /** Resolves when the part has stopped. */
  stop?(): void | Promise<void>;
}

/** The table of contents of a service, in this order. */
export interface ServiceContents {
  /** The contracts that it implements, by the name of the action. */
  readonly actions: Readonly<Record<string, Implementation>>;
  /** The actions of other services that it calls: the bus carries no others. */
  readonly calls: readonly ActionContract[];
  /** The events that it consumes. */
  readonly consumes: readonly DurableSubscription[];
  readonly jobs: readonly Job[];
  /** The metrics that it sets itself: they exist from the start, counters with zero. */
  readonly figures?: readonly MetricName[];
  /** The collections that it owns; their indexes are created at every start. */
  readonly collections: readonly AnyCollection[];
  /** The collection whose running hash leaves the system beside that of the audit log: rows are added to it and never changed. */
  readonly ledger?: LedgerCollection;
  /** The treatment of each collection when a user leaves; null when another service is responsible for the database. */
  readonly personalData: PersonalData | null;
  /** Creates the first documents; runs at every start, after the indexes. */
  readonly prepare?: () => Promise<void>;
  readonly background?: readonly BackgroundPart[];
  /** False: the service answers also while its database is away. Default true. */
  readonly waitsForDatabase?: boolean;
}

/** A collection of documents of any kind. */
type AnyCollection = Pick<CollectionDefinition<object>, "name"> & { readonly schema: object };
type Needed = Foundation<never> & { readonly outbox?: Outbox };

/** The declarations of a service about its place on the bus. */
export interface BusParts {
  readonly calls: readonly ActionContract[];
}

export type PlatformServiceSchema = ServiceSchema & BusParts & DurableParts & JobParts & Partial<PersonalDataParts>;

const PREPARE_AGAIN_MS = 5_000;
/** Longest start of a service that does not wait for its database, in milliseconds. */
const START_MS = 3_000;

/**
 * Creates the Moleculer service of a table of contents. Indexes, outbox, gauges and the actions for personal data are added automatically.
 */
export function defineService(foundation: Needed, contents: ServiceContents): PlatformServiceSchema {
  const { service: name, database, clock, metrics, outbox, services } = foundation;
  const { actions, consumes, jobs, collections, personalData, background = [] } = contents;
  const ownsDatabase = personalData !== null;
  const records = ownsDatabase && keepsRecords(name) ? recordHashes(name, foundation, contents.ledger) : null;
  for (const definition of [...collections, ...(records ? [runningHashes] : [])])
    database.collection(definition as CollectionDefinition<object>);
  metrics.register([...(contents.figures ?? []), ...(outbox ? (["outboxPending", "outboxOldest"] as const) : [])]);
  const calls = [...contents.calls, ...(outbox ? foreignOf(STORED_FACTS_CALLS, actions) : [])];
  const prepare = async () => {
    await database.createIndexes();
    await contents.prepare?.();
  };
  let stopped = false;
  return {
    name,
    ...(personalData && { personalData }),
    actions: withBatchActions({
      ...actions,
      ...(records && { getRecordHashes: records.action }),
      ...(personalData && isPurged(name) ? personalDataActions(name, { database, clock }, personalData) : {}),
    }),
    calls,
    durable: consumes,
    jobs: [...jobs, ...(records ? [records.job] : []), ...(outbox && ownsDatabase ? outboxJobs(name, { outbox, metrics, clock }) : [])],
    ...(outbox && { outbox }),
    created(this: Service) {
      services.bind(this.broker, calls);
      for (const part of background) part.bind?.(this.broker);
    },
    async started() {
      if (contents.waitsForDatabase ?? true) await prepare();
      else
        await withDeadline(
          prepareUntilDone(foundation.logger, prepare, () => stopped),
          START_MS,
          () => undefined,
        );
      for (const part of background) await part.start?.();
    },
    async stopped() {
      stopped = true;
      for (const part of background) await part.stop?.();
    },
  };
}

/** The calls whose actions the service does not implement itself. */
function foreignOf(calls: readonly ActionContract[], actions: ServiceContents["actions"]): readonly ActionContract[] {
  return calls.filter((contract) => !Object.values(actions).some((own) => own.contract === contract));
}

/** Whether a purge calls the service; the account service leads the purge and takes itself last. */
function isPurged(name: string): name is PersonalDataService {
  return Object.hasOwn(eraseUser, name);
}

async function prepareUntilDone(logger: Logger, prepare: () => Promise<void>, isStopped: () => boolean): Promise<void> {
  try {
    await prepare();
  } catch (error) {
    logger.warn({ err: error }, "database unavailable; preparing it again in 5 s");
    void wait(PREPARE_AGAIN_MS).then(() => (isStopped() ? undefined : prepareUntilDone(logger, prepare, isStopped)));
  }
}
