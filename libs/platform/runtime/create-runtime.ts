import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import type { ConnectionOptions } from "nats";
import { type Clock, systemClock } from "#libs/kernel/clock.ts";
import { hmacHex } from "#libs/kernel/secrets.ts";
import { type BusIdentity, busIdentity } from "#libs/platform/bus/bus-identity.ts";
import { configReader } from "#libs/platform/config/reader.ts";
import type { CounterStore } from "#libs/platform/counters/counter-store.ts";
import { memoryCounters } from "#libs/platform/counters/memory-counters.ts";
import { redisCounters } from "#libs/platform/counters/redis-counters.ts";
import type { Env } from "#libs/platform/env/env.ts";
import type { EventStream } from "#libs/platform/events/event-stream.ts";
import { jetStream } from "#libs/platform/events/jetstream.ts";
import { memoryStream } from "#libs/platform/events/memory-stream.ts";
import { type FaultPoints, noFaults } from "#libs/platform/faults/fault-points.ts";
import { createJobRunner } from "#libs/platform/jobs/job-runner.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import { processLogger } from "#libs/platform/log/process-logger.ts";
import { createMetrics, type Metrics } from "#libs/platform/metrics/metrics.ts";
import { openDatabase } from "#libs/platform/mongo/connect.ts";
import { type Database, databaseOf } from "#libs/platform/mongo/database.ts";
import type { Runtime } from "./runtime.ts";

/** The replaceable parts of a runtime, for tests and launchers. */
export interface RuntimeParts {
  readonly clock?: Clock;
  readonly faults?: FaultPoints;
  readonly logger?: Logger;
  readonly stream?: EventStream;
  readonly counters?: CounterStore;
  /** The bus on which external subscribers receive public facts, in a process without a bus of its own. */
  readonly factsBus?: ConnectionOptions | null;
  /** Name of the process on a bus without authentication. */
  readonly process?: string;
}

export interface OwnedRuntime extends Runtime {
  /** Closes the database connections and the counter store. The services are stopped before. */
  close(): Promise<void>;
}

/** Makes the runtime of a process. Nothing connects before it is used. Throws when `env.mongoUrl` is missing. */
export function createRuntime(env: Env, parts: RuntimeParts = {}): OwnedRuntime {
  const { clock = systemClock, faults = noFaults } = parts;
  // Node gives an address 250 ms. Then a host whose IPv4 address is farther away and whose IPv6 address is dead could not be reached.
  setDefaultAutoSelectFamilyAttemptTimeout(env.connectAttemptMs);
  const logger = parts.logger ?? processLogger(env);
  const bus = env.natsServers.length > 0 ? busIdentity(env, parts.process ?? "process") : null;
  if (bus && !bus.roster) logger.warn("the bus has no authentication; process names are claimed, not proven (npm run keys -- make)");
  const metrics = createMetrics();
  const stream = parts.stream ?? durableStream(env, bus, logger, metrics);
  const counters = parts.counters ?? sharedCounters(env, clock, logger);
  const databases = new Map<string, Database>();
  return {
    env,
    clock,
    logger,
    stream,
    bus,
    factsBus: bus ? bus.facts : (parts.factsBus ?? null),
    counters,
    faults,
    config: configReader(env.configOverrides),
    metrics,
    jobs: createJobRunner({ logger }),
    database(service) {
      const known = databases.get(service);
      if (known) return known;
      const database = databaseOf(openDatabase({ url: databaseUrl(env, service), name: `${env.databasePrefix}${service}` }));
      databases.set(service, database);
      return database;
    },
    databases: () => [...databases.values()],
    async close() {
      await Promise.all([...databases.values()].map((database) => database.close()));
      await counters.close();
    },
  };
}

function databaseUrl(env: Env, service: string): string {
  const url = service === "analytics" ? (env.analyticsMongoUrl ?? env.mongoUrl) : env.mongoUrl;
  if (!url) throw new Error("no MongoDB URL: set MONGO_URL or let the launcher choose a store");
  return url;
}

function durableStream({ namespace }: Env, bus: BusIdentity | null, logger: Logger, metrics: Metrics): EventStream {
  const onRefused = (group: string, reason: string) => metrics.factsRefused.inc({ group, reason });
  const onDeadLetter = (group: string) => metrics.deadLetters.inc({ group });
  return bus ? jetStream({ ...bus, namespace, logger, onRefused, onDeadLetter }) : memoryStream({ logger, onDeadLetter });
}

function sharedCounters(env: Env, clock: Clock, logger: Logger): CounterStore {
  const { redisUrl: url, namespace, secrets } = env;
  if (!url) return memoryCounters({ clock });
  // Empty in a process that stores no answers.
  const key = secrets.pseudonymKey && hmacHex(secrets.pseudonymKey, "stored answers");
  return redisCounters({ url, namespace, logger, clock, key });
}
