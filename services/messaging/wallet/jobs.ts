import { SECOND } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { paced } from "#libs/platform/jobs/paced.ts";
import { resting } from "#libs/platform/jobs/resting.ts";
import { finishChargebacks } from "./chargebacks/finish-chargebacks.ts";
import type { Deps } from "./deps.ts";
import { gaugeEscrow } from "./escrow/gauge-escrow.ts";
import { sweepClosedWallets } from "./leaving/sweep-closed-wallets.ts";
import { reportViolations } from "./ledger/report-violations.ts";
import { finishPayouts } from "./payouts/finish-payouts.ts";
import { finishRefunds } from "./refunds/finish-refunds.ts";

/** Longest time until this process finds work of a process that died. */
const REST_MS = 10 * SECOND;

/** Money that goes back: they rest until there is some. */
function moneyBackJobs(deps: Deps): readonly Job[] {
  const rest = { clock: deps.clock, restMs: REST_MS };
  const refunds = resting(rest, () => finishRefunds(deps));
  deps.refunds.onRequested(refunds.wake);
  const chargebacks = resting(rest, () => finishChargebacks(deps));
  deps.chargebacks.onWork(chargebacks.wake);
  return [
    { name: "wallet.finish-refunds", everyMs: SECOND, ...refunds },
    { name: "wallet.finish-chargebacks", everyMs: SECOND, ...chargebacks },
  ];
}

export const walletJobs = (deps: Deps): readonly Job[] => [
  ...moneyBackJobs(deps),
  { name: "wallet.gauge-escrow", everyMs: 15 * SECOND, run: () => gaugeEscrow(deps) },
  { name: "wallet.finish-payouts", everyMs: 15 * SECOND, run: () => finishPayouts(deps) },
  { name: "wallet.sweep-closed-wallets", everyMs: 15 * SECOND, run: () => sweepClosedWallets(deps) },
  { name: "wallet.audit-books", everyMs: 30 * SECOND, run: paced(() => reportViolations(deps)) },
];
