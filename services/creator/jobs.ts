import type { Job } from "#libs/jobs/job-runner.ts";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import type { Deps } from "./deps.ts";
import { endDueVacations } from "./end-due-vacations.ts";
import { expireApprovals, followChecks } from "./kyc/follow-checks.ts";
import { reviewLevels } from "./levels/review-levels.ts";
import { finishUpgrades } from "./upgrade/finish-upgrades.ts";

export const creatorJobs = (deps: Deps): readonly Job[] => [
  { name: "creator.finish-upgrades", everyMs: 5 * SECOND, run: () => finishUpgrades(deps) },
  { name: "creator.follow-kyc", everyMs: 30 * SECOND, run: () => followChecks(deps) },
  { name: "creator.expire-kyc", everyMs: 10 * MINUTE, run: () => expireApprovals(deps) },
  // Nightly: the first run of a UTC day reviews everybody, the others find nobody left.
  { name: "creator.review-levels", everyMs: 10 * MINUTE, run: () => reviewLevels(deps) },
  { name: "creator.end-vacations", everyMs: 20 * SECOND, run: () => endDueVacations(deps) },
];
