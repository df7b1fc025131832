import type { Job } from "#libs/jobs/job-runner.ts";
import { DAY, HOUR } from "#libs/kernel/clock.ts";
import type { Deps } from "./deps.ts";

const BITE = 1_000;
/** Bites of one run; what is left waits for the next. */
const MOST_BITES = 100;

type RetentionDeps = Pick<Deps, "clock" | "config" | "sessions" | "pageViews" | "bioViews" | "paidMessages">;

export const analyticsJobs = (deps: RetentionDeps): readonly Job[] => [
  { name: "analytics.forget-old-rows", everyMs: HOUR, run: () => forgetOldRows(deps) },
];

/** Removes what is older than the retention, a bite at a time. */
async function forgetOldRows({ clock, config, sessions, pageViews, bioViews, paidMessages }: RetentionDeps): Promise<void> {
  const before = new Date(clock.now().getTime() - config.read("analytics.retention_days") * DAY);
  const forget = [
    () => pageViews.removeOlderThan(before, BITE),
    () => bioViews.removeOlderThan(before, BITE),
    () => sessions.removeOlderThan(before, BITE),
    () => paidMessages.removeOlderThan(before, BITE),
  ];
  for (const bite of forget) {
    for (let bites = 0; bites < MOST_BITES && (await bite()) === BITE; bites += 1);
  }
}
