import { HOUR } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { recountJob } from "#libs/platform/kept-values/kept-values.ts";
import type { Deps } from "./deps.ts";
import { deleteExpiredRows, type RetentionDeps } from "./retention/delete-expired-rows.ts";
import { keptRollups } from "./rollups/kept-rollups.ts";

export const analyticsJobs = (
  deps: RetentionDeps & Pick<Deps, "service" | "database" | "logger" | "metrics" | "periodCounts">,
): readonly Job[] => [
  { name: "analytics.forget-old-rows", everyMs: HOUR, run: () => deleteExpiredRows(deps) },
  recountJob(deps, [keptRollups(deps)]),
];
