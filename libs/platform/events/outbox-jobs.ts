import { type Clock, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import type { Metrics } from "#libs/platform/metrics/metrics.ts";
import { refreshGauge } from "#libs/platform/metrics/refresh-gauge.ts";
import type { Outbox } from "./outbox.ts";

interface JobDeps {
  readonly outbox: Pick<Outbox, "pending" | "oldestPendingAt" | "reconcile">;
  readonly metrics: Pick<Metrics, "outboxPending" | "outboxOldest">;
  readonly clock: Clock;
}

/** The jobs of a service's outbox. */
export function outboxJobs(service: string, { outbox, metrics, clock }: JobDeps): Job[] {
  const gauge = (name: keyof JobDeps["metrics"]) => ({
    set: (value: number) => metrics[name].set({ service }, value),
    remove: () => metrics[name].remove({ service }),
  });
  const secondsSince = (at: Date | null) => (at ? Math.max(0, clock.now().getTime() - at.getTime()) / SECOND : 0);
  return [
    {
      // Shows an operator how many events wait for the stream, and for how long.
      name: `${service}.gauges`,
      everyMs: 15 * SECOND,
      async run() {
        const oldest = outbox.oldestPendingAt();
        await refreshGauge(gauge("outboxPending"), async () => ((await oldest) ? outbox.pending() : 0));
        await refreshGauge(gauge("outboxOldest"), async () => secondsSince(await oldest));
      },
    },
    { name: `${service}.reconcile-facts`, everyMs: 10 * MINUTE, run: () => outbox.reconcile() },
  ];
}
