import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator/index.ts";
import { closeOpenMessages } from "#libs/contracts/messaging/index.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { closeMoney } from "#libs/contracts/wallet/leaving.ts";
import { utcDay } from "#libs/kernel/clock.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { claimCode } from "../domain/unclaimed.ts";
import { closeWallet } from "../domain/wallet.ts";
import { type EndTopUpsDeps, endTopUps } from "../leaving/end-top-ups.ts";
import { type Destination, type LastPayoutDeps, lastPayoutKey, requestLastPayout } from "../leaving/last-payout.ts";
import { type Leaving, leaveUnclaimed, loadLeaving, type UnclaimDeps } from "../leaving/leave-unclaimed.ts";

type CloseDeps = EndTopUpsDeps & LastPayoutDeps & UnclaimDeps & Pick<Deps, "clock" | "payoutMethods">;
type Context = Parameters<HandlerOf<typeof closeMoney>>[0];

/**
 * Internal, before a user is purged: open top-ups and messages end, what is available becomes a last payout, and the rest is unclaimed. A
 * repetition changes nothing.
 */
export const closeMoneyAction = (deps: CloseDeps) =>
  implement(closeMoney, async (ctx) => {
    const { userId, requestId } = ctx.params;
    const ended = (await endTopUps(deps, userId)) && (await ctx.call(closeOpenMessages, { userId })).done;
    if (ended) await close(deps, { userId, requestId }, await destinationOf(deps, ctx));
    const [payout, unclaimed] = await Promise.all([
      deps.payouts.findByKey(userId, lastPayoutKey(requestId)),
      deps.unclaimed.sumOfRequest(requestId),
    ]);
    return {
      done: ended,
      currency: CURRENCY,
      toSource: formatMoney(0n),
      paidOut: formatMoney(payout?.amount ?? 0n),
      unclaimed: formatMoney(unclaimed),
      code: claimCode(deps.pseudonymKey, requestId),
    };
  });

async function destinationOf({ payoutMethods }: CloseDeps, ctx: Context): Promise<Destination> {
  const { userId } = ctx.params;
  const [standing, methods] = await Promise.all([ctx.call(getPayoutStanding, { userId }), payoutMethods.listOfUser(userId)]);
  return { standing, method: methods.at(-1) ?? null };
}

/** In one transaction, so that a wallet is closed once, with everything that was in it. */
function close(deps: CloseDeps, leaving: Leaving, destination: Destination): Promise<void> {
  const { userId, requestId } = leaving;
  return deps.inTransaction(async (set) => {
    await loadLeaving(set, leaving);
    const fan = set.get(walletOf(userId, "FAN")) ?? deps.wallets.newWallet(userId, "FAN");
    if (fan.closedFor !== undefined) return;
    await requestLastPayout(deps, set, leaving, destination, utcDay(deps.clock.now()));
    const creator = set.get(walletOf(userId, "CREATOR"));
    set.put(walletOf(userId, "FAN"), closeWallet(fan, requestId));
    if (creator) set.put(walletOf(userId, "CREATOR"), closeWallet(creator, requestId));
    leaveUnclaimed(deps, set, leaving);
  });
}
