import { implement } from "#libs/contract-kit/implement.ts";
import { approveAdjustment } from "#libs/contracts/wallet/adjustments.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import { type Adjustment, adjustmentMoves, approvalChecks } from "../domain/adjustment.ts";
import { ADJUSTMENTS_ACCOUNT, accountOf, movementOf, transferEntries } from "../domain/ledger.ts";
import type { Wallet } from "../domain/wallet.ts";

type ApproveDeps = Pick<Deps, "adjustments" | "wallets" | "ledger" | "transaction" | "audit">;

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
    return deps.transaction(async (tx) => {
      const approved = await deps.adjustments.decide(tx, adjustmentId, adjustmentMoves.approve, { decidedBy: adminId, refusal: null });
      if (!approved) throw new AppError("adjustment.error.invalid_status");
      await book(deps, tx, approved);
      const { userId, kind, amount, status } = approved;
      const details = { userId, kind, amount: formatMoney(amount) };
      await deps.audit.add(tx, { actor: adminId, action: "adjustment.approve", target: adjustmentId, details, requestId: ctx.requestId });
      return { adjustmentId, status };
    });
  });

async function book(deps: ApproveDeps, tx: Tx, { _id, userId, kind, amount }: Adjustment): Promise<void> {
  const wallet =
    amount > 0n ? await deps.wallets.credit(tx, userId, kind, amount) : await debit(deps, tx, { userId, kind, amount: -amount });
  await deps.ledger.append(tx, {
    kind: "ADJUSTMENT",
    reference: { type: "adjustment", id: _id },
    entries: transferEntries(amount, ADJUSTMENTS_ACCOUNT, accountOf(userId, kind)),
    movement: movementOf(wallet, amount),
  });
}

type Debit = Pick<Adjustment, "userId" | "kind" | "amount">;

/** A correction never makes a debt, and takes nothing from a frozen wallet. */
async function debit({ wallets }: ApproveDeps, tx: Tx, { userId, kind, amount }: Debit): Promise<Wallet> {
  const debited = await wallets.debit(tx, userId, kind, amount);
  if (debited) return debited;
  const wallet = await wallets.find(userId, kind);
  throw new AppError(wallet?.frozen ? "adjustment.error.wallet_frozen" : "adjustment.error.insufficient_balance");
}
