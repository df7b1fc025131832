import { SECOND } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { type ExportDeps, exportUsers } from "./gdpr/export-users.ts";
import { type PurgeDeps, purgeUsers } from "./gdpr/purge-users.ts";
import { sweepPurged } from "./gdpr/sweep-purged.ts";

/** The jobs that process the deletions and exports which users have requested. */
export const accountJobs = (deps: PurgeDeps & ExportDeps): readonly Job[] => [
  { name: "account.purge-users", everyMs: 5 * SECOND, run: () => purgeUsers(deps) },
  { name: "account.sweep-purged", everyMs: 30 * SECOND, run: () => sweepPurged(deps) },
  { name: "account.export-users", everyMs: 5 * SECOND, run: () => exportUsers(deps) },
];
