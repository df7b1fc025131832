import type { Job } from "#libs/jobs/job-runner.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { Deps } from "./deps.ts";
import { endDueVacations } from "./end-due-vacations.ts";
import { finishUpgrades } from "./upgrade/finish-upgrades.ts";

export const creatorJobs = (deps: Deps): readonly Job[] => [
  { name: "creator.finish-upgrades", everyMs: 5 * SECOND, run: () => finishUpgrades(deps) },
  { name: "creator.end-vacations", everyMs: 20 * SECOND, run: () => endDueVacations(deps) },
];
