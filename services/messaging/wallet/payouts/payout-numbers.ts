import { DAY, utcDay } from "#libs/kernel/clock.ts";
import type { LedgerStore } from "../data/ledger.store.ts";
import type { Deps } from "../deps.ts";
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

const NUMBER = /^P-(\d{4})(\d{2})(\d{2})-[0-9a-f]{8}$/i;

/** The payout that has a number; null: none has. */
export async function findByNumber({ ledger, payouts }: Pick<Deps, "ledger" | "payouts">, typed: string): Promise<string | null> {
  const [, year, month, day] = NUMBER.exec(typed) ?? [];
  const from = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(from)) return null;
  const settlements = await ledger.findSettlements(await payouts.listEnded(new Date(from), new Date(from + DAY)));
  const found = settlements.find(({ _id, createdAt }) => numberOf(_id, createdAt).toLowerCase() === typed.toLowerCase());
  return found?.reference.id ?? null;
}

const numberOf = (id: string, at: Date): string => `P-${utcDay(at).replaceAll("-", "")}-${id.slice(-8)}`;
