import { utcDay } from "#libs/kernel/clock.ts";
import type { LedgerStore } from "../data/ledger.store.ts";
import type { Payout } from "../domain/payout.ts";

/** The numbers of paid payouts, by payout: the day and the ledger transaction that settled it. The ledger never changes, so neither do they. */
export async function payoutNumbers(
  ledger: Pick<LedgerStore, "findSettlements">,
  payouts: readonly Payout[],
): Promise<ReadonlyMap<string, string>> {
  const paid = payouts.filter(({ status }) => status === "PAID").map(({ _id }) => _id);
  const settlements = await ledger.findSettlements(paid);
  return new Map(settlements.map(({ _id, reference, createdAt }) => [reference.id, numberOf(_id, createdAt)]));
}

const numberOf = (id: string, at: Date): string => `P-${utcDay(at).replaceAll("-", "")}-${id.slice(-8)}`;
