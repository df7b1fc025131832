import type { Job } from "#libs/jobs/job-runner.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { Metrics } from "#libs/metrics/metrics.ts";
import type { Outbox } from "./outbox.ts";

interface GaugeDeps {
  readonly outbox: Pick<Outbox, "pending">;
  readonly metrics: Pick<Metrics, "outboxPending">;
}

/** The job that tells an operator how many facts of a service wait for the stream. */
export function outboxGauge(service: string, { outbox, metrics }: GaugeDeps): Job {
  return {
    name: `${service}.gauges`,
    everyMs: 5 * SECOND,
    run: async () => metrics.outboxPending.set({ service }, await outbox.pending()),
  };
}
