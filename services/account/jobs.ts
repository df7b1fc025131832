import { SECOND } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { resting } from "#libs/platform/jobs/resting.ts";
import { turns } from "#libs/platform/jobs/turns.ts";
import { type ExportDeps, exportUsers } from "./gdpr/export-users.ts";
import { type PurgeDeps, purgeUsers } from "./gdpr/purge-users.ts";
import { sweepPurged } from "./gdpr/sweep-purged.ts";
import { type FinishDeps, finishHolds } from "./held/finish-holds.ts";
import { removeGonePictures } from "./pictures/remove-gone.ts";

/** Longest time until this process finds work of a process that died. */
const REST_MS = 30 * SECOND;

type JobDeps = PurgeDeps & ExportDeps & FinishDeps & Parameters<typeof removeGonePictures>[0];

/** The jobs that process requested deletions and exports, make changes that have waited, and remove pictures that are gone. */
export function accountJobs(deps: JobDeps): readonly Job[] {
  const rest = { clock: deps.clock, restMs: REST_MS };
  const purge = resting(rest, () => purgeUsers(deps));
  const exports = resting(rest, () => exportUsers(deps));
  const [due, gone] = [turns(), turns()];
  const holds = resting(rest, () => finishHolds(deps, due));
  deps.heldChanges.onDue(holds.wakeAt);
  deps.gdprRequests.onDue((type, at) => (type === "DELETION" ? purge : exports).wakeAt(at));
  return [
    { name: "account.purge-users", everyMs: 5 * SECOND, ...purge },
    { name: "account.sweep-purged", everyMs: 30 * SECOND, run: () => sweepPurged(deps) },
    { name: "account.remove-pictures", everyMs: 60 * SECOND, run: () => removeGonePictures(deps, gone) },
    { name: "account.finish-holds", everyMs: SECOND, ...holds },
    { name: "account.export-users", everyMs: 5 * SECOND, ...exports },
  ];
}
