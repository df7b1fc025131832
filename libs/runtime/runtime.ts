import type { Connection } from "mongoose";
import type { Logger } from "pino";
import type { ConfigReader } from "#libs/config/reader.ts";
import type { CounterStore } from "#libs/counters/counter-store.ts";
import type { Env } from "#libs/env/env.ts";
import type { EventStream } from "#libs/events/event-stream.ts";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import type { JobRunner } from "#libs/jobs/job-runner.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import type { Metrics } from "#libs/metrics/metrics.ts";

/** What a process lends to the services that run in it. Made once, at start. */
export interface Runtime {
  readonly env: Env;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Runtime settings, flags and kill switches; reads are synchronous. */
  readonly config: ConfigReader;
  /** The connection to the database of one service; it connects by itself on first use. */
  database(service: string): Connection;
  /** Where durable events travel. */
  readonly stream: EventStream;
  /** Short-lived shared counters; not a record of anything. */
  readonly counters: CounterStore;
  readonly jobs: JobRunner;
  readonly metrics: Metrics;
  /** Named places where a test makes the system fail; inert otherwise. */
  readonly faults: FaultPoints;
}
