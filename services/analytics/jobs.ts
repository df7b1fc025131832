import { HOUR } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { deleteExpiredRows, type RetentionDeps } from "./retention/delete-expired-rows.ts";

export const analyticsJobs = (deps: RetentionDeps): readonly Job[] => [
  { name: "analytics.forget-old-rows", everyMs: HOUR, run: () => deleteExpiredRows(deps) },
];
