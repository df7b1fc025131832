import { implement } from "#libs/contract-kit/implement.ts";
import { getBacklog, PAYOUT_OVERDUE_MS } from "#libs/contracts/staff-reads.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { LedgerAuditDoc } from "../data/ledger-audit.store.ts";
import type { Deps } from "../deps.ts";

type BacklogDeps = Pick<Deps, "adjustments" | "audits" | "chargebacks" | "clock" | "escrows" | "payouts" | "topUps" | "unclaimed">;

/** Internal: for the overview of the console. The total of the ledger is that of the last audit, because only audits add it up. */
export const getBacklogAction = (deps: BacklogDeps) =>
  implement(getBacklog.wallet, async () => {
    const [queues, held, audit] = await Promise.all([queuesOf(deps), deps.escrows.recentHeldTotal(), deps.audits.find("INCREMENTAL")]);
    return { ...queues, escrowHeld: formatMoney(held), audit: auditedSums(audit) };
  });

/** The queues of finance staff, by name. */
async function queuesOf({ adjustments, chargebacks, clock, escrows, payouts, topUps, unclaimed }: BacklogDeps) {
  const overdueBefore = new Date(clock.now().getTime() - PAYOUT_OVERDUE_MS);
  const [waiting, corrections, topupsInReview, disputes, claims, heldEarnings] = await Promise.all([
    payouts.waiting(overdueBefore),
    adjustments.waiting(),
    topUps.waiting(),
    chargebacks.open(),
    unclaimed.waiting(),
    escrows.waiting(),
  ]);
  const [proposedRefunds, proposedWriteOffs, proposedSettlements] = await Promise.all([
    escrows.proposed(),
    chargebacks.proposed(),
    unclaimed.proposed(),
  ]);
  const waits = { payouts: waiting, adjustments: corrections, topupsInReview, chargebacks: disputes, unclaimed: claims, heldEarnings };
  return { ...waits, proposedRefunds, proposedWriteOffs, proposedSettlements };
}

function auditedSums(audit: LedgerAuditDoc | null) {
  const { credit = 0n, debit = 0n, lastSuccessAt } = audit ?? {};
  return lastSuccessAt ? { ledgerTotal: formatMoney(credit - debit), at: lastSuccessAt.toISOString() } : null;
}
