import { AppError } from "#libs/errors/app-error.ts";
import type { WalletDeps } from "./deps.ts";
import type { Payout } from "./domain/payout.ts";

/** A payout that an administrator may decide on. Throws payout.error.*. */
export async function payoutToDecide({ payouts }: Pick<WalletDeps, "payouts">, payoutId: string, adminId: string): Promise<Payout> {
  const payout = await payouts.find(payoutId);
  if (!payout) throw new AppError("payout.error.not_found");
  if (payout.userId === adminId) throw new AppError("payout.error.own_payout");
  if (payout.status !== "REQUESTED") throw new AppError("payout.error.invalid_status");
  return payout;
}
