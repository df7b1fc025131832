import { SECOND } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { paced } from "#libs/platform/jobs/paced.ts";
import type { Deps } from "./deps.ts";
import { gaugeEscrow } from "./escrow/gauge-escrow.ts";
import { sweepClosedWallets } from "./leaving/sweep-closed-wallets.ts";
import { reportViolations } from "./ledger/report-violations.ts";
import { finishPayouts } from "./payouts/finish-payouts.ts";

export const walletJobs = (deps: Deps): readonly Job[] => [
  { name: "wallet.gauge-escrow", everyMs: 15 * SECOND, run: () => gaugeEscrow(deps) },
  { name: "wallet.finish-payouts", everyMs: 15 * SECOND, run: () => finishPayouts(deps) },
  { name: "wallet.sweep-closed-wallets", everyMs: 15 * SECOND, run: () => sweepClosedWallets(deps) },
  { name: "wallet.audit-books", everyMs: 30 * SECOND, run: paced(() => reportViolations(deps)) },
];
