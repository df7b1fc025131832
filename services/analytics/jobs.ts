import { HOUR } from "#libs/kernel/clock.ts";
import { recountJob } from "#libs/platform/derived-totals/derived-totals.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import type { Deps } from "./deps.ts";
import { deleteExpiredRows, type RetentionDeps } from "./retention/delete-expired-rows.ts";
import { derivedRollups } from "./rollups/derived-rollups.ts";

export const analyticsJobs = (
  deps: RetentionDeps & Pick<Deps, "service" | "database" | "logger" | "metrics" | "periodCounts">,
): readonly Job[] => [
  { name: "analytics.forget-old-rows", everyMs: HOUR, run: () => deleteExpiredRows(deps) },
  recountJob(deps, [derivedRollups(deps)]),
];
