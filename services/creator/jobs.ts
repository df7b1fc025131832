import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { turns } from "#libs/platform/jobs/turns.ts";
import type { Deps } from "./deps.ts";
import { expireApprovals } from "./kyc/expire-approvals.ts";
import { removeGoneFiles } from "./kyc/identity-files.ts";
import { pollChecks } from "./kyc/poll-checks.ts";
import { reviewLevels } from "./levels/review-levels.ts";
import { missingCreators } from "./search/index-creators.ts";
import { finishUpgrades } from "./upgrade/finish-upgrades.ts";
import { endDueVacations } from "./vacation/end-due-vacations.ts";

export function creatorJobs(deps: Deps): readonly Job[] {
  const gone = turns();
  return [
    { name: "creator.finish-upgrades", everyMs: 5 * SECOND, run: () => finishUpgrades(deps) },
    { name: "creator.follow-kyc", everyMs: 30 * SECOND, run: () => pollChecks(deps) },
    { name: "creator.expire-kyc", everyMs: 10 * MINUTE, run: () => expireApprovals(deps) },
    { name: "creator.remove-identity-files", everyMs: MINUTE, run: () => removeGoneFiles(deps, gone) },
    // Daily: the first run of a UTC day reviews all creators, later runs those whose review failed.
    { name: "creator.review-levels", everyMs: 10 * MINUTE, run: () => reviewLevels(deps) },
    { name: "creator.index-search", everyMs: 30 * SECOND, ...missingCreators(deps) },
    { name: "creator.end-vacations", everyMs: 20 * SECOND, run: () => endDueVacations(deps) },
  ];
}
