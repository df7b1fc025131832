import { implement } from "#libs/contract-kit/implement.ts";
import { approveAdjustment } from "#libs/contracts/adjustments.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { WalletDeps } from "../deps.ts";
import { type Adjustment, adjustmentMoves, approvalChecks } from "../domain/adjustment.ts";
import { ADJUSTMENTS_ACCOUNT, accountOf, moved } from "../domain/ledger.ts";
import type { Wallet } from "../domain/wallet.ts";
import { movementOf } from "../escrow.ts";

type Deps = Pick<WalletDeps, "adjustments" | "wallets" | "ledger" | "transaction" | "audit">;

/** Decision and booking are one transaction: of two approvals at once, one books. */
export const approveAdjustmentAction = (deps: Deps) =>
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

async function book(deps: Deps, tx: Tx, { _id, userId, kind, amount }: Adjustment): Promise<void> {
  const wallet =
    amount > 0n ? await deps.wallets.credit(tx, userId, kind, amount) : await take(deps, tx, { userId, kind, amount: -amount });
  await deps.ledger.post(tx, {
    kind: "ADJUSTMENT",
    reference: { type: "adjustment", id: _id },
    entries: moved(amount, ADJUSTMENTS_ACCOUNT, accountOf(userId, kind)),
    movement: movementOf(wallet, amount),
  });
}

/** A correction never makes a debt, and takes nothing from a frozen wallet. */
async function take({ wallets }: Deps, tx: Tx, { userId, kind, amount }: Pick<Adjustment, "userId" | "kind" | "amount">): Promise<Wallet> {
  const debited = await wallets.debit(tx, userId, kind, amount);
  if (debited) return debited;
  const wallet = await wallets.find(userId, kind);
  throw new AppError(wallet?.frozen ? "adjustment.error.wallet_frozen" : "adjustment.error.insufficient_balance");
}
