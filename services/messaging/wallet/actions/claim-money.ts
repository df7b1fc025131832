import { implement } from "#libs/contract-kit/implement.ts";
import { claimMoney } from "#libs/contracts/wallet/leaving.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { unclaimedOf } from "../data/unclaimed.store.ts";
import type { Deps } from "../deps.ts";
import { claimCodeHash, unclaimedMoves } from "../domain/unclaimed.ts";

/** POST /wallet/claims: nothing moves before two members of staff have decided. Each code that fits nothing gets the same answer. */
export const claimMoneyAction = (deps: Pick<Deps, "clock" | "inTransaction" | "unclaimed">) =>
  implement(claimMoney, async (ctx) => {
    const found = await deps.unclaimed.findOpenByCode(claimCodeHash(ctx.params.code));
    if (!found) throw new AppError("payment.claim.not_found");
    return deps.inTransaction(async (set) => {
      const key = unclaimedOf(found._id);
      await set.load([key]);
      const unclaimed = set.get(key);
      const { from, to } = unclaimedMoves.claim;
      if (!unclaimed || unclaimed.amount === 0n || !from.some((status) => status === unclaimed.status))
        throw new AppError("payment.claim.not_found");
      const claimant = { claimantId: ctx.caller.userId, claimedAt: deps.clock.now() };
      set.put(key, { ...unclaimed, ...claimant, status: to, approval: undefined });
      return { status: "WAITING" as const };
    });
  });
