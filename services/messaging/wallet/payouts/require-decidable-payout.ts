import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { type Payout, WAITING_PAYOUT_STATUSES } from "../domain/payout.ts";

/** A payout that an administrator may approve or refuse. Throws payout.error.*. */
export async function requireDecidablePayout({ payouts }: Pick<Deps, "payouts">, payoutId: string, adminId: string): Promise<Payout> {
  const payout = await payouts.find(payoutId);
  if (!payout) throw new AppError("payout.error.not_found");
  if (payout.userId === adminId) throw new AppError("payout.error.own_payout");
  if (!WAITING_PAYOUT_STATUSES.includes(payout.status)) throw new AppError("payout.error.invalid_status");
  return payout;
}
