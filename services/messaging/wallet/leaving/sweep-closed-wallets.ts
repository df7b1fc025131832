import { utcDay } from "#libs/kernel/clock.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import type { Chargeback } from "../domain/chargeback.ts";
import type { Wallet } from "../domain/wallet.ts";
import { freeOf, leaveUnclaimed, loadLeaving, type UnclaimDeps } from "./leave-unclaimed.ts";
import { writeOffDebts } from "./write-off-debts.ts";

type SweepDeps = UnclaimDeps & Pick<Deps, "chargebacks" | "wallets" | "inTransaction" | "logger">;

const BATCH_SIZE = 500;

/**
 * Money that reaches a wallet after its user has left is unclaimed: a late top-up, a refund or payout that failed, and earnings whose hold
 * has ended. What lost chargebacks have left owing is written off: there is no one to ask.
 */
export async function sweepClosedWallets(deps: SweepDeps): Promise<void> {
  await forEachOf(deps.wallets.listClosedWithMoney, (wallet) => sweepMoney(deps, wallet));
  await forEachOf(deps.wallets.listClosedWithDebt, (wallet) => sweepDebt(deps, wallet));
}

/**
 * Works through a list that a wallet leaves when its money does. Those that wait stay in it, and keep no other one waiting.
 * @param sweep resolves to whether the wallet has left the list
 */
async function forEachOf(
  list: (skip: number, limit: number) => Promise<Wallet[]>,
  sweep: (wallet: Wallet) => Promise<boolean>,
): Promise<void> {
  let [staying, isLast] = [0, false];
  while (!isLast) {
    const wallets = await list(staying, BATCH_SIZE);
    for (const wallet of wallets) if (!(await sweep(wallet))) staying += 1;
    isLast = wallets.length < BATCH_SIZE;
  }
}

async function sweepMoney(deps: SweepDeps, wallet: Wallet): Promise<boolean> {
  const { userId, closedFor } = wallet;
  if (closedFor === undefined || freeOf(wallet, utcDay(deps.clock.now())) <= 0n) return false;
  const leaving = { userId, requestId: closedFor };
  let isEmpty = false;
  await bestEffort(deps.logger, `sweep the closed wallet of ${userId}`, async () => {
    isEmpty = await deps.inTransaction(async (set) => {
      await loadLeaving(set, leaving);
      leaveUnclaimed(deps, set, leaving);
      return set.get(walletOf(userId, wallet.kind))?.balance === 0n;
    });
  });
  return isEmpty;
}

async function sweepDebt(deps: SweepDeps, { userId, kind }: Wallet): Promise<boolean> {
  let isSettled = false;
  if (kind !== "FAN") return isSettled;
  await bestEffort(deps.logger, `write off the debt of ${userId}`, async () => {
    isSettled = await deps.inTransaction(async (set) => {
      await set.load([walletOf(userId, "FAN")]);
      // What an open dispute has taken may still come back, and earnings in hold are asked first.
      const isOver = ({ status, workAt }: Chargeback) => status !== "OPEN" && workAt === undefined;
      if ((await deps.chargebacks.listOfUser(userId, set.tx)).every(isOver)) await writeOffDebts(deps, set, userId);
      return (set.get(walletOf(userId, "FAN"))?.balance ?? 0n) >= 0n;
    });
  });
  return isSettled;
}
