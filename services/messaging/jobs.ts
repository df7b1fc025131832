import { SECOND } from "#libs/kernel/clock.ts";
import { recountJob } from "#libs/platform/derived-totals/derived-totals.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { resting } from "#libs/platform/jobs/resting.ts";
import { type Turns, turns } from "#libs/platform/jobs/turns.ts";
import type { Deps } from "./deps.ts";
import { inboxTotals } from "./messages/derived/inbox-totals.ts";
import { closeMessagesOfBannedUsers } from "./messages/ending/close-messages.ts";
import { expireMessages } from "./messages/ending/expire-messages.ts";
import { gaugeOverdue } from "./messages/ending/gauge-overdue.ts";
import { remindCreators } from "./messages/ending/remind-creators.ts";

/** Longest time until this process finds work of a process that died. */
const REST_MS = 10 * SECOND;

export function messagingJobs(deps: Deps): readonly Job[] {
  const rest = { clock: deps.clock, restMs: REST_MS };
  const places = new Map<string, Turns>();
  const closings = resting(rest, () => closeMessagesOfBannedUsers(deps, places));
  deps.closings.onRequested(closings.wake);
  const [overdue, due] = [turns(), turns()];
  const expiry = resting(rest, async () => {
    const dueAt = await deps.messages.nextDueAt();
    if (dueAt === null || dueAt > deps.clock.now()) return dueAt;
    await expireMessages(deps, overdue);
    return true;
  });
  const reminders = resting(rest, async () => {
    const dueAt = await deps.messages.nextReminderAt();
    if (dueAt === null || dueAt > deps.clock.now()) return dueAt;
    await remindCreators(deps, due);
    return true;
  });
  deps.messages.onOpened(({ openUntil, remindAt }) => {
    if (openUntil) expiry.wakeAt(openUntil);
    if (remindAt) reminders.wakeAt(remindAt);
  });
  return [
    { name: "messaging.expire-messages", everyMs: SECOND, ...expiry },
    { name: "messaging.remind-creators", everyMs: SECOND, ...reminders },
    { name: "messaging.gauge-overdue", everyMs: 15 * SECOND, run: () => gaugeOverdue(deps) },
    { name: "messaging.close-messages", everyMs: SECOND, ...closings },
    recountJob(deps, [inboxTotals(deps)]),
  ];
}
