import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { failStrandedDeliveries } from "./deliveries/fail-stranded-deliveries.ts";
import { gaugeLag } from "./deliveries/gauge-lag.ts";
import type { Deps } from "./deps.ts";

export const webhookJobs = (deps: Deps): readonly Job[] => [
  { name: "webhook.send-due", everyMs: 2 * SECOND, run: () => deps.dispatcher.sendDue() },
  { name: "webhook.gauge-lag", everyMs: 15 * SECOND, run: () => gaugeLag(deps) },
  { name: "webhook.give-up-stranded", everyMs: MINUTE, run: () => failStrandedDeliveries(deps) },
];
