import type { Money } from "#libs/kernel/money.ts";
import type { LedgerStore } from "../data/ledger.store.ts";
import type { PayoutStore } from "../data/payout.store.ts";
import { PAYOUTS_ACCOUNT, sumOf } from "../domain/ledger.ts";

interface UnderWayDeps {
  readonly ledger: Pick<LedgerStore, "findByReference">;
  readonly payouts: Pick<PayoutStore, "listAround">;
}

/**
 * Minor units of the payouts of a user that were under way behind a place of the chain of the earnings. The place decides, because a payout
 * and its movement may have been written on two sides of midnight.
 */
export async function sumUnderWayAt(
  { ledger, payouts }: UnderWayDeps,
  userId: string,
  { at, sequence }: { readonly at: Date; readonly sequence: number },
): Promise<Money> {
  const ids = await payouts.listAround(userId, at);
  if (ids.length === 0) return 0n;
  const booked = [...(await ledger.findByReference(undefined, "payout", ids)).values()].flat();
  const entries = booked.filter(({ movement }) => movement.sequence <= sequence).flatMap((row) => row.entries);
  return sumOf(entries.filter(({ account }) => account === PAYOUTS_ACCOUNT).map(({ amount }) => amount));
}
