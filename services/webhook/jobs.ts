import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { resting } from "#libs/platform/jobs/resting.ts";
import { failStrandedDeliveries } from "./deliveries/fail-stranded-deliveries.ts";
import { gaugeLag } from "./deliveries/gauge-lag.ts";
import type { Deps } from "./deps.ts";

/** Longest time until this process finds an endpoint that another one has stored. */
const REST_MS = 10 * SECOND;

export function webhookJobs(deps: Deps): readonly Job[] {
  const sending = resting({ clock: deps.clock, restMs: REST_MS }, () => deps.dispatcher.sendDue());
  deps.endpoints.onChanged(sending.wake);
  return [
    { name: "webhook.send-due", everyMs: 2 * SECOND, ...sending },
    { name: "webhook.gauge-lag", everyMs: 15 * SECOND, run: () => gaugeLag(deps) },
    { name: "webhook.give-up-stranded", everyMs: MINUTE, run: () => failStrandedDeliveries(deps) },
  ];
}
