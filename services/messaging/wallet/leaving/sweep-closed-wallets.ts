import { bestEffort } from "#libs/platform/log/best-effort.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import type { Chargeback } from "../domain/chargeback.ts";
import { leaveUnclaimed, loadLeaving, type UnclaimDeps } from "./leave-unclaimed.ts";
import { writeOffDebts } from "./write-off-debts.ts";

type SweepDeps = UnclaimDeps & Pick<Deps, "chargebacks" | "wallets" | "inTransaction" | "logger">;

const BATCH_SIZE = 500;

/**
 * Money that reaches a wallet after its user has left is unclaimed: a late top-up, a refund or payout that failed, and earnings whose hold
 * has ended. What lost chargebacks have left owing is written off: there is no one to ask.
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
  for (const { userId } of await deps.wallets.listClosedWithDebt(BATCH_SIZE)) {
    await bestEffort(deps.logger, `write off the debt of ${userId}`, () =>
      deps.inTransaction(async (set) => {
        await set.load([walletOf(userId, "FAN")]);
        // What an open dispute has taken may still come back, and earnings in hold are asked first.
        const isOver = ({ status, workAt }: Chargeback) => status !== "OPEN" && workAt === undefined;
        if ((await deps.chargebacks.listOfUser(userId, set.tx)).every(isOver)) await writeOffDebts(deps, set, userId);
      }),
    );
  }
}
