import { implement } from "#libs/contract-kit/implement.ts";
import { getBacklog, PAYOUT_OVERDUE_MS } from "#libs/contracts/staff-reads.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { LedgerAuditDoc } from "../data/ledger-audit.store.ts";
import type { Deps } from "../deps.ts";

type BacklogDeps = Pick<Deps, "adjustments" | "audits" | "chargebacks" | "clock" | "escrows" | "payouts" | "topUps" | "unclaimed">;

/** Internal: for the overview of the console. The total of the ledger is that of the last audit, because only audits add it up. */
export const getBacklogAction = ({ adjustments, audits, chargebacks, clock, escrows, payouts, topUps, unclaimed }: BacklogDeps) =>
  implement(getBacklog.wallet, async () => {
    const overdueBefore = new Date(clock.now().getTime() - PAYOUT_OVERDUE_MS);
    const [waitingPayouts, waitingAdjustments, waitingTopUps, openChargebacks, waitingUnclaimed, heldEarnings, held, audit] =
      await Promise.all([
        payouts.waiting(overdueBefore),
        adjustments.waiting(),
        topUps.waiting(),
        chargebacks.open(),
        unclaimed.waiting(),
        escrows.waiting(),
        escrows.recentHeldTotal(),
        audits.find("INCREMENTAL"),
      ]);
    return {
      payouts: waitingPayouts,
      adjustments: waitingAdjustments,
      topupsInReview: waitingTopUps,
      chargebacks: openChargebacks,
      unclaimed: waitingUnclaimed,
      heldEarnings,
      escrowHeld: formatMoney(held),
      audit: auditedSums(audit),
    };
  });

function auditedSums(audit: LedgerAuditDoc | null) {
  const { credit = 0n, debit = 0n, lastSuccessAt } = audit ?? {};
  return lastSuccessAt ? { ledgerTotal: formatMoney(credit - debit), at: lastSuccessAt.toISOString() } : null;
}
