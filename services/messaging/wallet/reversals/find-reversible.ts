import { utcDay } from "#libs/kernel/clock.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { Deps } from "../deps.ts";
import { mostReversible } from "../domain/earning-reversal.ts";
import { type Escrow, isInHold } from "../domain/escrow.ts";

/** How much of the prices of some escrows staff can give back now: in hold, or after a lost dispute of the fan, what the creator still has. */
export async function findReversible(
  { chargebacks, clock, wallets }: Pick<Deps, "chargebacks" | "clock" | "wallets">,
  escrows: readonly Escrow[],
): Promise<(escrow: Escrow) => Money> {
  const released = escrows.filter(({ status }) => status === "RELEASED");
  const today = utcDay(clock.now());
  const [disputes, owned] = await Promise.all([
    chargebacks.listOfUsers(released.filter((escrow) => !isInHold(escrow, today)).map(({ fanId }) => fanId)),
    wallets.listOfUsers(released.map(({ creatorId }) => creatorId)),
  ]);
  const losers = new Set(disputes.filter(({ status }) => status === "LOST").map(({ userId }) => userId));
  const earnings = new Map(owned.filter(({ kind }) => kind === "CREATOR").map(({ userId, balance }) => [userId, balance]));
  return (escrow) => {
    const isOpen = escrow.status === "RELEASED" && (isInHold(escrow, today) || losers.has(escrow.fanId));
    return isOpen ? mostReversible(escrow, earnings.get(escrow.creatorId) ?? 0n) : 0n;
  };
}
