import type { ConnectionOptions } from "nats";
import type { Logger } from "pino";
import type { Clock } from "#libs/kernel/clock.ts";
import type { BusIdentity } from "#libs/platform/bus/bus-identity.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { CounterStore } from "#libs/platform/counters/counter-store.ts";
import type { Env } from "#libs/platform/env/env.ts";
import type { EventStream } from "#libs/platform/events/event-stream.ts";
import type { FaultPoints } from "#libs/platform/faults/fault-points.ts";
import type { JobRunner } from "#libs/platform/jobs/job-runner.ts";
import type { Metrics } from "#libs/platform/metrics/metrics.ts";
import type { Database } from "#libs/platform/mongo/database.ts";

/** The shared parts of a process that its services use. Created once, at start. */
export interface Runtime {
  readonly env: Env;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Runtime settings, flags and kill switches; reads are synchronous. */
  readonly config: ConfigReader;
  /** The database of one service; it connects by itself on first use. */
  database(service: string): Database;
  /** The databases that are in use. */
  databases(): readonly Database[];
  /** The stream of durable events. */
  readonly stream: EventStream;
  /** The identity of this process on the bus; null without a bus. */
  readonly bus: BusIdentity | null;
  /** The connection over which external subscribers receive public facts; null when they are services of the own broker. */
  readonly factsBus: ConnectionOptions | null;
  /** Short-lived shared counters; not a record of anything. */
  readonly counters: CounterStore;
  readonly jobs: JobRunner;
  readonly metrics: Metrics;
  /** Named places where a test makes the system fail; inert otherwise. */
  readonly faults: FaultPoints;
}
