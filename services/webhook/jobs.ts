import { outboxGauge } from "#libs/events/outbox-gauge.ts";
import type { Job } from "#libs/jobs/job-runner.ts";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import type { Deps } from "./deps.ts";

/** What waits this long for an endpoint that is not sent to was missed when the endpoint was switched off. */
const STRANDED_MS = 2 * MINUTE;
/** Deliveries that one write gives up at most. */
const BATCH = 500;

/** Recurring work of the service. */
export function webhookJobs(deps: Deps): readonly Job[] {
  return [
    { name: "webhook.send-due", everyMs: SECOND / 2, run: () => deps.dispatcher.sweep() },
    { name: "webhook.give-up-stranded", everyMs: MINUTE, run: () => giveUpStranded(deps) },
    outboxGauge("webhook", deps),
  ];
}

/**
 * A fact that was stored while its endpoint was being switched off or removed gets its end. Goes from endpoint to endpoint that
 * something waits for, a few dozen, instead of through the deliveries.
 */
async function giveUpStranded({ clock, endpoints, deliveries }: Pick<Deps, "clock" | "endpoints" | "deliveries">): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - STRANDED_MS);
  const enabled = new Set((await endpoints.enabled()).map(({ _id }) => _id));
  let endpointId = await deliveries.waitedForAfter("");
  while (endpointId !== null) {
    const isStranded = !enabled.has(endpointId);
    while (isStranded && (await deliveries.giveUpStrandedOf(endpointId, before, now, BATCH)) === BATCH);
    endpointId = await deliveries.waitedForAfter(endpointId);
  }
}
