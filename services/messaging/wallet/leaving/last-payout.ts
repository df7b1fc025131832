import { uuid } from "#libs/kernel/ids.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { availableOf } from "../domain/in-hold.ts";
import { accountOf, PAYOUTS_ACCOUNT, transferEntries } from "../domain/ledger.ts";
import { destinationOf, isPayable, type PayeeStanding, type PayoutMethod, type PayoutStanding } from "../domain/payout.ts";
import { leave } from "../domain/wallet.ts";
import { book } from "../ledger/book.ts";
import { type WeekSumDeps, weekSumWith } from "../payouts/week-sum.ts";
import type { Leaving } from "./leave-unclaimed.ts";

export type LastPayoutDeps = WeekSumDeps & Pick<Deps, "ledger" | "payouts">;

/** Where the earnings of a person who leaves may go. */
export interface Destination {
  readonly standing: (PayoutStanding & { readonly creatorId: string }) | null;
  /** The method that is paid to; null: there is none. */
  readonly method: PayoutMethod | null;
  readonly payee: PayeeStanding;
}

/** The key of the last payout, so that a deletion has one. */
export const lastPayoutKey = (requestId: string): string => `closing:${requestId}`;

/**
 * Requests a payout of what is available, without a minimum, if identity, standing and a method allow it. Payouts that wait stay:
 * the standing is checked now, because the profile of the creator is gone when staff approves them. The set has loaded the wallets.
 */
export async function requestLastPayout(
  deps: LastPayoutDeps,
  set: WorkingSet,
  { userId, requestId }: Leaving,
  { standing, method, payee }: Destination,
  today: string,
): Promise<void> {
  const wallet = set.get(walletOf(userId, "CREATOR"));
  if (!wallet || !standing || !isPayable(standing, wallet)) return;
  await deps.payouts.markLeaving(set.tx, userId);
  const amount = availableOf(wallet, today);
  const destination = destinationOf(payee, payee.isPaid ? null : method);
  if (!destination || amount === 0n) return;
  const _id = uuid();
  const entries = transferEntries(amount, accountOf(userId, "CREATOR"), PAYOUTS_ACCOUNT);
  const booking = { kind: "PAYOUT", reference: { type: "payout", id: _id }, entries, wallet: { userId, kind: "CREATOR" } } as const;
  book(deps, set, booking, (own) => leave(own, amount));
  const { creatorId } = standing;
  const weekSum = await weekSumWith(deps, set.tx, userId, amount);
  const payout = { _id, userId, creatorId, idempotencyKey: lastPayoutKey(requestId), amount, ...destination, weekSum };
  await deps.payouts.insert(set.tx, { ...payout, leaving: true });
  set.hit("wallet.closing.paid");
}
