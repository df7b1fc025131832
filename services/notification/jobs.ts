import { HOUR, SECOND } from "#libs/kernel/clock.ts";
import { recountJob } from "#libs/platform/derived-totals/derived-totals.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { resting } from "#libs/platform/jobs/resting.ts";
import type { Deps } from "./deps.ts";
import { notificationTotals } from "./derived/notification-totals.ts";
import { sendDispatches } from "./dispatch/send-dispatches.ts";
import { removeOldNotifications } from "./retention/remove-old-notifications.ts";

/** Longest time until this process finds work of a process that died. */
const REST_MS = 10 * SECOND;

export function notificationJobs(deps: Deps): readonly Job[] {
  const sending = resting({ clock: deps.clock, restMs: REST_MS }, async () => {
    await sendDispatches(deps);
    return deps.dispatches.nextDueAt();
  });
  deps.dispatches.onDue(sending.wakeAt);
  return [
    { name: "notification.send-dispatches", everyMs: SECOND, ...sending },
    { name: "notification.remove-old", everyMs: HOUR, run: () => removeOldNotifications(deps) },
    recountJob(deps, [notificationTotals(deps)]),
  ];
}
