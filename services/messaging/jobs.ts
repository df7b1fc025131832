import { outboxGauge } from "#libs/events/outbox-gauge.ts";
import type { Job } from "#libs/jobs/job-runner.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { closeMessages } from "./close-messages.ts";
import type { Deps } from "./deps.ts";
import { expireMessages } from "./expire-messages.ts";

/** Recurring work of the service. */
export function messagingJobs(deps: Deps): readonly Job[] {
  return [
    { name: "messaging.expire-messages", everyMs: SECOND, run: () => expireMessages(deps) },
    { name: "messaging.close-messages", everyMs: SECOND, run: () => closeMessages(deps) },
    outboxGauge("messaging", deps),
  ];
}
