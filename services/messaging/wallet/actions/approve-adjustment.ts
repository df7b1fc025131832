import { implement } from "#libs/contract-kit/implement.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { approveAdjustment, walletAdjusted } from "#libs/contracts/wallet/adjustments.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { type Adjustment, adjustmentMoves, approvalChecks } from "../domain/adjustment.ts";
import { ADJUSTMENTS_ACCOUNT, accountOf, transferEntries } from "../domain/ledger.ts";
import { credit, debit } from "../domain/wallet.ts";
import { book, bookCredit } from "../ledger/book.ts";

type ApproveDeps = Pick<Deps, "adjustments" | "wallets" | "ledger" | "inTransaction" | "audit" | "outbox">;

/**
 * POST /admin/ledger/adjustments/{adjustmentId}/approve: one transaction decides and books, so that two concurrent approvals book
 * once.
 */
export const approveAdjustmentAction = (deps: ApproveDeps) =>
  implement(approveAdjustment, async (ctx) => {
    const { adjustmentId } = ctx.params;
    const adminId = ctx.caller.userId;
    const adjustment = await deps.adjustments.find(adjustmentId);
    if (!adjustment) throw new AppError("adjustment.error.not_found");
    await refuseIfAny(approvalChecks, { adjustment, adminId });
    return deps.inTransaction(async (set) => {
      const approved = await deps.adjustments.decide(set.tx, adjustmentId, adjustmentMoves.approve, { decidedBy: adminId, refusal: null });
      if (!approved) throw new AppError("adjustment.error.invalid_status");
      await bookAdjustment(deps, set, approved);
      const { userId, kind, amount, status } = approved;
      const details = { userId, kind, amount: formatMoney(amount), currency: CURRENCY };
      deps.outbox.record(set, walletAdjusted, { adjustmentId, ...details });
      await deps.audit.add(set.tx, {
        actor: adminId,
        action: "adjustment.approve",
        target: adjustmentId,
        details,
        requestId: ctx.requestId,
      });
      return { adjustmentId, status };
    });
  });

/** A correction never creates a debt, and never takes money from a frozen wallet. */
const DEBIT_ERRORS = { unavailable: "adjustment.error.wallet_frozen", insufficient: "adjustment.error.insufficient_balance" } as const;

async function bookAdjustment(deps: ApproveDeps, set: WorkingSet, { _id, userId, kind, amount }: Adjustment): Promise<void> {
  const entries = transferEntries(amount, ADJUSTMENTS_ACCOUNT, accountOf(userId, kind));
  const booking = { kind: "ADJUSTMENT", reference: { type: "adjustment", id: _id }, entries, wallet: { userId, kind } } as const;
  await set.load([walletOf(userId, kind)]);
  if (amount > 0n) bookCredit(deps, set, booking, (wallet) => credit(wallet, amount));
  else book(deps, set, booking, (wallet) => debit(wallet, -amount, DEBIT_ERRORS));
}
