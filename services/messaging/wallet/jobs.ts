import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { paced } from "#libs/platform/jobs/paced.ts";
import { guardBooks } from "./audit/guard-books.ts";
import { runFullAudit, runIncrementalAudit } from "./audit/run-audits.ts";
import type { Deps } from "./deps.ts";
import { gaugeEscrow } from "./escrow/gauge-escrow.ts";
import { finishPayouts } from "./payouts/finish-payouts.ts";

/** Books of so many slices are read each time. */
const FEW_SLICES = 4;

/** Audits on demand do not wait for their turn. */
function runRequestedAudits(deps: Deps): Promise<void> {
  return deps.auditRequests.serve(async (scope) => {
    if (scope === "FULL") return (await runFullAudit(deps)) !== null;
    return runIncrementalAudit(deps);
  });
}

export const walletJobs = (deps: Deps): readonly Job[] => [
  { name: "wallet.gauge-escrow", everyMs: 15 * SECOND, run: () => gaugeEscrow(deps) },
  { name: "wallet.finish-payouts", everyMs: 15 * SECOND, run: () => finishPayouts(deps) },
  { name: "wallet.audit-incremental", everyMs: MINUTE, run: async () => void (await runIncrementalAudit(deps)) },
  { name: "wallet.audit-books", everyMs: 30 * SECOND, run: paced(async () => ((await runFullAudit(deps)) ?? 0) > FEW_SLICES) },
  { name: "wallet.guard-books", everyMs: 15 * SECOND, run: () => guardBooks(deps) },
  {
    name: "wallet.audit-requested",
    everyMs: SECOND,
    rests: () => deps.auditRequests.isEmpty(),
    run: () => runRequestedAudits(deps),
  },
];
