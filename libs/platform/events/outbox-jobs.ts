import { type Clock, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import type { Metrics } from "#libs/platform/metrics/metrics.ts";
import { refreshGauge } from "#libs/platform/metrics/refresh-gauge.ts";
import type { Outbox } from "./outbox.ts";
import { outboxState } from "./outbox-state.ts";

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
  return [
    {
      // Shows an operator how many events wait for the stream, and for how long.
      name: `${service}.gauges`,
      everyMs: 15 * SECOND,
      async run() {
        const state = outboxState({ outbox, clock });
        await refreshGauge(gauge("outboxPending"), async () => (await state).pending);
        await refreshGauge(gauge("outboxOldest"), async () => (await state).oldestSeconds);
      },
    },
    { name: `${service}.reconcile-facts`, everyMs: 10 * MINUTE, run: () => outbox.reconcile() },
  ];
}
