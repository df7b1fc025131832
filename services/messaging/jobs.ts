import { SECOND } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import type { Deps } from "./deps.ts";
import { closeMessagesOfBannedUsers } from "./messages/ending/close-messages.ts";
import { expireMessages } from "./messages/ending/expire-messages.ts";
import { gaugeOverdue } from "./messages/ending/gauge-overdue.ts";

export const messagingJobs = (deps: Deps): readonly Job[] => [
  { name: "messaging.expire-messages", everyMs: SECOND, run: () => expireMessages(deps) },
  { name: "messaging.gauge-overdue", everyMs: 15 * SECOND, run: () => gaugeOverdue(deps) },
  { name: "messaging.close-messages", everyMs: SECOND, run: () => closeMessagesOfBannedUsers(deps) },
];
