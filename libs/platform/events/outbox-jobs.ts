import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import type { Metrics } from "#libs/platform/metrics/metrics.ts";
import type { Outbox } from "./outbox.ts";

interface JobDeps {
  readonly outbox: Pick<Outbox, "pending" | "reconcile">;
  readonly metrics: Pick<Metrics, "outboxPending">;
}

/** The jobs of a service's outbox. */
export function outboxJobs(service: string, { outbox, metrics }: JobDeps): Job[] {
  return [
    // Tells an operator how many facts wait for the stream.
    { name: `${service}.gauges`, everyMs: 5 * SECOND, run: async () => metrics.outboxPending.set({ service }, await outbox.pending()) },
    { name: `${service}.reconcile-facts`, everyMs: 10 * MINUTE, run: () => outbox.reconcile() },
  ];
}
