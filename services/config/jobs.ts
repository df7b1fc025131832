import { SECOND } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { evaluateAlarms } from "./alarms/evaluate-alarms.ts";
import type { Deps } from "./deps.ts";
import { heartbeatSender } from "./heartbeat/send-heartbeat.ts";

export const configJobs = (deps: Deps): readonly Job[] => [
  { name: "config.evaluate-alarms", everyMs: 5 * SECOND, run: () => evaluateAlarms(deps) },
  { name: "config.send-heartbeat", everyMs: SECOND, run: heartbeatSender(deps) },
];
