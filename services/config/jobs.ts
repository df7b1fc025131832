import { SECOND } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { evaluateAlarms } from "./alarms/evaluate-alarms.ts";
import { tellStaff } from "./alarms/tell-staff.ts";
import type { Deps } from "./deps.ts";
import { heartbeatSender } from "./heartbeat/send-heartbeat.ts";
import type { OverviewWatch } from "./overview/overview-watch.ts";

export const configJobs = (deps: Deps, watch: Pick<OverviewWatch, "look">): readonly Job[] => [
  { name: "config.evaluate-alarms", everyMs: 5 * SECOND, run: () => evaluateAlarms(deps) },
  { name: "config.tell-staff", everyMs: 5 * SECOND, run: () => tellStaff(deps) },
  { name: "config.watch-overview", everyMs: 2 * SECOND, run: () => watch.look() },
  { name: "config.send-heartbeat", everyMs: SECOND, run: heartbeatSender(deps) },
];
