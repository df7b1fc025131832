import { HOUR, SECOND } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { recountJob } from "#libs/platform/kept-values/kept-values.ts";
import type { Deps } from "./deps.ts";
import { sendDispatches } from "./dispatch/send-dispatches.ts";
import { notificationTotals } from "./kept/notification-totals.ts";
import { removeOldNotifications } from "./retention/remove-old-notifications.ts";

export const notificationJobs = (deps: Deps): readonly Job[] => [
  { name: "notification.send-dispatches", everyMs: SECOND, run: () => sendDispatches(deps) },
  { name: "notification.remove-old", everyMs: HOUR, run: () => removeOldNotifications(deps) },
  recountJob(deps, [notificationTotals(deps)]),
];
