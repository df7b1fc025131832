import { SECOND } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { resting } from "#libs/platform/jobs/resting.ts";
import { recountJob } from "#libs/platform/kept-values/kept-values.ts";
import type { Deps } from "./deps.ts";
import { closeMessagesOfBannedUsers } from "./messages/ending/close-messages.ts";
import { expireMessages } from "./messages/ending/expire-messages.ts";
import { gaugeOverdue } from "./messages/ending/gauge-overdue.ts";
import { inboxTotals } from "./messages/kept/inbox-totals.ts";

/** Closings that another process has left behind when it died are found after this time. */
const CLOSINGS_REST_MS = 10 * SECOND;

export function messagingJobs(deps: Deps): readonly Job[] {
  const closings = resting(() => closeMessagesOfBannedUsers(deps), CLOSINGS_REST_MS);
  deps.closings.onRequested(closings.wake);
  return [
    { name: "messaging.expire-messages", everyMs: SECOND, run: () => expireMessages(deps) },
    { name: "messaging.gauge-overdue", everyMs: 15 * SECOND, run: () => gaugeOverdue(deps) },
    { name: "messaging.close-messages", everyMs: SECOND, run: closings.run },
    recountJob(deps, [inboxTotals(deps)]),
  ];
}
