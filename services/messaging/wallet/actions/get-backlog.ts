import { implement } from "#libs/contract-kit/implement.ts";
import { getBacklog, PAYOUT_OVERDUE_MS } from "#libs/contracts/staff-reads.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { Deps } from "../deps.ts";

type BacklogDeps = Pick<Deps, "adjustments" | "clock" | "escrows" | "lastAudit" | "payouts" | "topUps">;

/** Internal: for the overview of the console. The total of the ledger is that of the last audit, because only an audit reads all of it. */
export const getBacklogAction = ({ adjustments, clock, escrows, lastAudit, payouts, topUps }: BacklogDeps) =>
  implement(getBacklog.wallet, async () => {
    const overdueBefore = new Date(clock.now().getTime() - PAYOUT_OVERDUE_MS);
    const [waitingPayouts, waitingAdjustments, waitingTopUps, held] = await Promise.all([
      payouts.waiting(overdueBefore),
      adjustments.waiting(),
      topUps.waiting(),
      escrows.recentHeldTotal(),
    ]);
    const audit = lastAudit.get();
    return {
      payouts: waitingPayouts,
      adjustments: waitingAdjustments,
      topupsInReview: waitingTopUps,
      escrowHeld: formatMoney(held),
      audit: audit && { ledgerTotal: formatMoney(audit.total), at: audit.at.toISOString() },
    };
  });
