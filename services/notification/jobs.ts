import { outboxGauge } from "#libs/events/outbox-gauge.ts";
import type { Job } from "#libs/jobs/job-runner.ts";
import { HOUR, SECOND } from "#libs/kernel/clock.ts";
import type { Deps } from "./deps.ts";
import { sendDispatches } from "./dispatch/send-dispatches.ts";
import { removeOldNotifications } from "./retention.ts";

/** Recurring work of the service. */
export function notificationJobs(deps: Deps): readonly Job[] {
  return [
    { name: "notification.send-dispatches", everyMs: SECOND, run: () => sendDispatches(deps) },
    { name: "notification.remove-old", everyMs: HOUR, run: () => removeOldNotifications(deps) },
    outboxGauge("notification", deps),
  ];
}
