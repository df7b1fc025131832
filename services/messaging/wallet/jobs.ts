import { HOUR, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { paced } from "#libs/platform/jobs/paced.ts";
import { resting } from "#libs/platform/jobs/resting.ts";
import { turns } from "#libs/platform/jobs/turns.ts";
import { guardBooks } from "./audit/guard-books.ts";
import { runFullAudit, runIncrementalAudit } from "./audit/run-audits.ts";
import { catchUpEvents } from "./changes/catch-up-events.ts";
import { processPaymentEvents } from "./changes/process-payment-events.ts";
import { finishChargebacks } from "./chargebacks/finish-chargebacks.ts";
import { tellStaff } from "./chargebacks/tell-staff.ts";
import type { Deps } from "./deps.ts";
import { gaugeEscrow } from "./escrow/gauge-escrow.ts";
import { sweepClosedWallets } from "./leaving/sweep-closed-wallets.ts";
import { checkPayees } from "./payouts/check-payees.ts";
import { finishPayouts } from "./payouts/finish-payouts.ts";
import { gaugeProvider } from "./provider-books/gauge-provider.ts";
import { reconcileProvider } from "./provider-books/reconcile-provider.ts";
import { finishRefunds } from "./refunds/finish-refunds.ts";
import { reviewAnswers } from "./reviews/review-answers.ts";
import { finishTopUps } from "./top-ups/finish-top-ups.ts";

/** Longest time until this process finds work of a process that died. */
const REST_MS = 10 * SECOND;

/** Money that goes back: they rest until there is some. */
function moneyBackJobs(deps: Deps): readonly Job[] {
  const rest = { clock: deps.clock, restMs: REST_MS };
  const refunds = resting(rest, () => finishRefunds(deps));
  deps.refunds.onRequested(refunds.wake);
  const chargebacks = resting(rest, () => finishChargebacks(deps));
  deps.chargebacks.onWork(chargebacks.wake);
  const untold = turns();
  return [
    { name: "wallet.finish-refunds", everyMs: SECOND, ...refunds },
    { name: "wallet.finish-chargebacks", everyMs: SECOND, ...chargebacks },
    { name: "wallet.tell-staff", everyMs: 15 * SECOND, run: () => tellStaff(deps, untold) },
  ];
}

/** Books of so many slices are read each time. */
const FEW_SLICES = 4;

/** Audits on demand do not wait for their turn. */
function runRequestedAudits(deps: Deps): Promise<void> {
  return deps.auditRequests.serve(async (scope) => {
    if (scope === "FULL") return (await runFullAudit(deps)) !== null;
    return runIncrementalAudit(deps);
  });
}

/** What the providers of payments report. */
function eventJobs(deps: Deps): readonly Job[] {
  const events = resting({ clock: deps.clock, restMs: REST_MS }, () => processPaymentEvents(deps));
  deps.paymentEvents.onReceived(events.wake);
  const changes = resting({ clock: deps.clock, restMs: HOUR }, async () => {
    await catchUpEvents(deps);
    return false;
  });
  return [
    { name: "wallet.process-payment-events", everyMs: 5 * SECOND, ...events },
    { name: "wallet.catch-up-events", everyMs: 10 * SECOND, ...changes },
  ];
}

function answerReviews(deps: Deps): () => Promise<void> {
  const places = { fresh: turns(), mature: turns() };
  return () => reviewAnswers(deps, places);
}

export const walletJobs = (deps: Deps): readonly Job[] => [
  ...moneyBackJobs(deps),
  { name: "wallet.gauge-escrow", everyMs: 15 * SECOND, run: () => gaugeEscrow(deps) },
  { name: "wallet.gauge-provider", everyMs: 15 * SECOND, run: () => gaugeProvider(deps) },
  ...eventJobs(deps),
  { name: "wallet.finish-topups", everyMs: 10 * SECOND, run: () => finishTopUps(deps) },
  { name: "wallet.finish-payouts", everyMs: 15 * SECOND, run: () => finishPayouts(deps) },
  { name: "wallet.review-answers", everyMs: MINUTE, run: answerReviews(deps) },
  { name: "wallet.check-payees", everyMs: MINUTE, run: () => checkPayees(deps) },
  { name: "wallet.reconcile-provider", everyMs: HOUR, run: () => reconcileProvider(deps) },
  { name: "wallet.sweep-closed-wallets", everyMs: 15 * SECOND, run: () => sweepClosedWallets(deps) },
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
