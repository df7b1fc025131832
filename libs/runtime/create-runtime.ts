import type { Connection } from "mongoose";
import { configReader } from "#libs/config/reader.ts";
import type { CounterStore } from "#libs/counters/counter-store.ts";
import { memoryCounters } from "#libs/counters/memory-counters.ts";
import { redisCounters } from "#libs/counters/redis-counters.ts";
import type { Env } from "#libs/env/env.ts";
import type { EventStream } from "#libs/events/event-stream.ts";
import { jetStream } from "#libs/events/jetstream.ts";
import { memoryStream } from "#libs/events/memory-stream.ts";
import { type FaultPoints, noFaults } from "#libs/faults/fault-points.ts";
import { createJobRunner } from "#libs/jobs/job-runner.ts";
import { type Clock, systemClock } from "#libs/kernel/clock.ts";
import { createLogger, type Logger } from "#libs/log/logger.ts";
import { createMetrics } from "#libs/metrics/metrics.ts";
import { openDatabase } from "#libs/mongo/connect.ts";
import type { Runtime } from "./runtime.ts";

/** What a test or a launcher puts in the place of the usual parts. */
export interface RuntimeParts {
  readonly clock?: Clock;
  readonly faults?: FaultPoints;
  readonly logger?: Logger;
  readonly stream?: EventStream;
  readonly counters?: CounterStore;
}

export interface OwnedRuntime extends Runtime {
  /** Closes the database connections and the counter store. Services are stopped before. */
  close(): Promise<void>;
}

/** Makes the runtime of a process. Nothing connects before it is used. Throws when `env.mongoUrl` is missing. */
export function createRuntime(env: Env, parts: RuntimeParts = {}): OwnedRuntime {
  const { clock = systemClock, faults = noFaults } = parts;
  const logger = parts.logger ?? createLogger(env.logLevel);
  const stream = parts.stream ?? durableStream(env, logger);
  const counters = parts.counters ?? sharedCounters(env, clock, logger);
  const connections = new Map<string, Connection>();
  return {
    env,
    clock,
    logger,
    stream,
    counters,
    faults,
    config: configReader(env.configOverrides),
    metrics: createMetrics(),
    jobs: createJobRunner({ logger }),
    database(service) {
      const known = connections.get(service);
      if (known) return known;
      const connection = openDatabase({ url: databaseUrl(env, service), name: `${env.databasePrefix}${service}` });
      connections.set(service, connection);
      return connection;
    },
    async close() {
      await Promise.all([...connections.values()].map((connection) => connection.close()));
      await counters.close();
    },
  };
}

function databaseUrl(env: Env, service: string): string {
  const url = service === "analytics" ? (env.analyticsMongoUrl ?? env.mongoUrl) : env.mongoUrl;
  if (!url) throw new Error("no MongoDB URL: set MONGO_URL or let the launcher choose a store");
  return url;
}

function durableStream(env: Env, logger: Logger): EventStream {
  if (env.natsServers.length === 0) return memoryStream({ logger });
  return jetStream({ servers: env.natsServers, namespace: env.namespace, logger });
}

function sharedCounters(env: Env, clock: Clock, logger: Logger): CounterStore {
  return env.redisUrl ? redisCounters({ url: env.redisUrl, namespace: env.namespace, logger, clock }) : memoryCounters({ clock });
}
