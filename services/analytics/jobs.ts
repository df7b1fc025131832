import type { Job } from "#libs/jobs/job-runner.ts";
import { HOUR, utcDay } from "#libs/kernel/clock.ts";
import type { Deps } from "./deps.ts";
import { forgottenBefore } from "./domain/closed-days.ts";

const BITE = 1_000;
/** Bites of one run; what is left waits for the next. */
const MOST_BITES = 100;

type RetentionDeps = Pick<Deps, "clock" | "config" | "sessions" | "pageViews" | "bioViews" | "pageDays" | "paidMessages">;

export const analyticsJobs = (deps: RetentionDeps): readonly Job[] => [
  { name: "analytics.forget-old-rows", everyMs: HOUR, run: () => forgetOldRows(deps) },
];

/** Removes what is older than the retention, whole days, a bite at a time. Reports count no such day by a rollup any more. */
async function forgetOldRows({ clock, config, sessions, pageViews, bioViews, pageDays, paidMessages }: RetentionDeps): Promise<void> {
  const before = forgottenBefore(clock.now(), config.read("analytics.retention_days"));
  const forget = [
    () => pageViews.removeOlderThan(before, BITE),
    () => bioViews.removeOlderThan(before, BITE),
    () => sessions.removeOlderThan(before, BITE),
    () => paidMessages.removeOlderThan(before, BITE),
    // Last: a rollup that outlived its rows would come back with a longer retention.
    () => pageDays.removeBefore(utcDay(before), BITE),
  ];
  for (const bite of forget) {
    for (let bites = 0; bites < MOST_BITES && (await bite()) === BITE; bites += 1);
  }
}
