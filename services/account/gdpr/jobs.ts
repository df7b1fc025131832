import type { Job } from "#libs/jobs/job-runner.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { type ExportDeps, exportUsers } from "./export-users.ts";
import { type PurgeDeps, purgeUsers, sweepPurged } from "./purge-users.ts";

/** What becomes of the wishes of users about their data. */
export const gdprJobs = (deps: PurgeDeps & ExportDeps): readonly Job[] => [
  { name: "account.purge-users", everyMs: 2 * SECOND, run: () => purgeUsers(deps) },
  { name: "account.sweep-purged", everyMs: 30 * SECOND, run: () => sweepPurged(deps) },
  { name: "account.export-users", everyMs: 2 * SECOND, run: () => exportUsers(deps) },
];
