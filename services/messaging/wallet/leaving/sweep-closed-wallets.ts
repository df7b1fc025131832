import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { Deps } from "../deps.ts";
import { leaveUnclaimed, loadLeaving, type UnclaimDeps } from "./leave-unclaimed.ts";

type SweepDeps = UnclaimDeps & Pick<Deps, "wallets" | "inTransaction" | "logger">;

const BATCH_SIZE = 500;

/**
 * Money that reaches a wallet after its user has left is unclaimed: a late top-up, a refund or payout that failed, and earnings whose hold
 * has ended.
 */
export async function sweepClosedWallets(deps: SweepDeps): Promise<void> {
  for (const { userId, closedFor } of await deps.wallets.listClosedWithMoney(BATCH_SIZE)) {
    if (closedFor === undefined) continue;
    const leaving = { userId, requestId: closedFor };
    await bestEffort(deps.logger, `sweep the closed wallet of ${userId}`, () =>
      deps.inTransaction(async (set) => {
        await loadLeaving(set, leaving);
        leaveUnclaimed(deps, set, leaving);
      }),
    );
  }
}
