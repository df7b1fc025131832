import { implement } from "#libs/contract-kit/implement.ts";
import { freeEarnings } from "#libs/contracts/wallet/held-earnings.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { movedReview } from "../domain/answer-review.ts";
import { loadEarnings, moveDay } from "../reviews/move-day.ts";
import { heldView } from "../views/held-view.ts";

/** POST /admin/held-earnings/{messageId}/free: the earnings wait as long as all others do. */
export const freeEarningsAction = (deps: Pick<Deps, "audit" | "clock" | "inTransaction">) =>
  implement(freeEarnings, (ctx) =>
    deps.inTransaction(async (set) => {
      const { messageId, reason } = ctx.params;
      const { userId: by } = ctx.caller;
      const escrow = await loadEarnings(set, messageId);
      if (!escrow?.review) throw new AppError("payment.held.not_found");
      const { fanId, creatorId } = escrow;
      if ([fanId, creatorId].includes(by)) throw new AppError("payment.error.own_money");
      const review = movedReview(escrow.review, "free", deps.clock.now());
      if (!review) throw new AppError("payment.held.invalid_status");
      const freed = { ...escrow, availableOn: review.dueOn, review: { ...review, decidedBy: by, reason } };
      moveDay(deps, set, escrow, freed);
      const details = { fanId, creatorId, reason };
      await deps.audit.add(set.tx, { actor: by, action: "earnings.free", target: messageId, details, requestId: ctx.requestId });
      return heldView(freed);
    }),
  );
