import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator/index.ts";
import { closeOpenMessages } from "#libs/contracts/messaging/index.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { closeMoney } from "#libs/contracts/wallet/leaving.ts";
import { utcDay } from "#libs/kernel/clock.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { sumOf } from "../domain/ledger.ts";
import { claimCode } from "../domain/unclaimed.ts";
import { closeWallet } from "../domain/wallet.ts";
import { type EndTopUpsDeps, endTopUps } from "../leaving/end-top-ups.ts";
import { type Destination, type LastPayoutDeps, lastPayoutKey, requestLastPayout } from "../leaving/last-payout.ts";
import { type Leaving, leaveUnclaimed, loadLeaving, type UnclaimDeps } from "../leaving/leave-unclaimed.ts";
import { writeOffDebts } from "../leaving/write-off-debts.ts";
import { payeeStanding } from "../payouts/payee-standing.ts";
import { type SendDeps, sendToSource } from "../refunds/send-to-source.ts";

type CloseDeps = EndTopUpsDeps &
  LastPayoutDeps &
  UnclaimDeps &
  SendDeps &
  Pick<Deps, "payoutMethods" | "payees" | "payment" | "chargebacks">;
type Context = Parameters<HandlerOf<typeof closeMoney>>[0];

/**
 * Internal, before a user is purged. Open top-ups and messages end, the balance goes to its source, and what is available becomes a last
 * payout. A debt is written off, and the rest is unclaimed. A repetition changes nothing.
 */
export const closeMoneyAction = (deps: CloseDeps) =>
  implement(closeMoney, async (ctx) => {
    const { userId, requestId } = ctx.params;
    const ended = (await endTopUps(deps, userId)) && (await ctx.call(closeOpenMessages, { userId })).done;
    if (ended) await close(deps, { userId, requestId }, await destinationOf(deps, ctx));
    const [refunds, payout, unclaimed, wallets] = await Promise.all([
      deps.refunds.listOfRequest(requestId),
      deps.payouts.findByKey(userId, lastPayoutKey(requestId)),
      deps.unclaimed.sumOfRequest(requestId),
      deps.wallets.listOfUser(userId),
    ]);
    return {
      done: ended,
      currency: CURRENCY,
      toSource: formatMoney(sumOf(refunds.map(({ amount }) => amount))),
      paidOut: formatMoney(payout?.amount ?? 0n),
      // With earnings in hold, which follow.
      unclaimed: formatMoney(sumOf([unclaimed, ...wallets.map(({ balance }) => (balance > 0n ? balance : 0n))])),
      code: claimCode(deps.pseudonymKey, requestId),
    };
  });

/** Money goes where it went before, else to the oldest method: one that was added since may be that of a thief, and the owner is gone. */
async function destinationOf(deps: CloseDeps, ctx: Context): Promise<Destination> {
  const { userId } = ctx.params;
  const [standing, methods, lastPaid, payee] = await Promise.all([
    ctx.call(getPayoutStanding, { userId }),
    deps.payoutMethods.listOfUser(userId),
    deps.payouts.lastPaidMethodId(userId),
    payeeStanding(deps, userId),
  ]);
  return { standing, method: methods.find(({ _id }) => _id === lastPaid) ?? methods[0] ?? null, payee };
}

/** What the top-ups can take back goes to its source, in any state of the wallet. */
const WHOLE_BALANCE = { wanted: null, origin: "CLOSING", note: null, limit: 0, checks: [] } as const;

/** In one transaction, so that a wallet is closed once, with everything that was in it. */
function close(deps: CloseDeps, leaving: Leaving, destination: Destination): Promise<void> {
  const { userId, requestId } = leaving;
  return deps.inTransaction(async (set) => {
    await loadLeaving(set, leaving);
    const fan = set.get(walletOf(userId, "FAN")) ?? deps.wallets.newWallet(userId, "FAN");
    if (fan.closedFor !== undefined) return;
    await sendToSource(deps, set, { userId, requestId, ...WHOLE_BALANCE, requestedBy: userId });
    await requestLastPayout(deps, set, leaving, destination, utcDay(deps.clock.now()));
    await writeOffDebts(deps, set, userId);
    set.put(walletOf(userId, "FAN"), closeWallet(set.get(walletOf(userId, "FAN")) ?? fan, requestId));
    const creator = set.get(walletOf(userId, "CREATOR"));
    if (creator) set.put(walletOf(userId, "CREATOR"), closeWallet(creator, requestId));
    leaveUnclaimed(deps, set, leaving);
  });
}
