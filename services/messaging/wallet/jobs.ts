import { SECOND } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import type { Deps } from "./deps.ts";
import { gaugeEscrow } from "./escrow/gauge-escrow.ts";
import { pacedAudit } from "./ledger/paced-audit.ts";
import { finishPayouts } from "./payouts/finish-payouts.ts";

export const walletJobs = (deps: Deps): readonly Job[] => [
  { name: "wallet.gauge-escrow", everyMs: 15 * SECOND, run: () => gaugeEscrow(deps) },
  { name: "wallet.finish-payouts", everyMs: 5 * SECOND, run: () => finishPayouts(deps) },
  { name: "wallet.audit-books", everyMs: 30 * SECOND, run: pacedAudit(deps) },
];
