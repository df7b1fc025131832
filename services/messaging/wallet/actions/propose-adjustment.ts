import { implement } from "#libs/contract-kit/implement.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { proposeAdjustment } from "#libs/contracts/wallet/adjustments.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { formatMoney, type Money, parseMoney } from "#libs/kernel/money.ts";
import type { Deps } from "../deps.ts";

/** POST /admin/ledger/adjustments: no money moves until another administrator approves. */
export const proposeAdjustmentAction = (deps: Pick<Deps, "adjustments" | "wallets" | "transaction" | "audit">) =>
  implement(proposeAdjustment, async (ctx) => {
    const { userId, kind, reason } = ctx.params;
    const { requestId } = ctx;
    const proposedBy = ctx.caller.userId;
    const amount = parseSignedMoney(ctx.params.amount);
    if (userId === proposedBy) throw new AppError("adjustment.error.own_wallet");
    if (!(await deps.wallets.find(userId, kind))) throw new AppError("payment.wallet.not_found");
    return deps.transaction(async (tx) => {
      const { _id, status } = await deps.adjustments.insert(tx, { userId, kind, amount, reason, proposedBy });
      const details = { userId, kind, amount: formatMoney(amount), currency: CURRENCY, reason };
      await deps.audit.add(tx, { actor: proposedBy, action: "adjustment.propose", target: _id, details, requestId });
      return { adjustmentId: _id, status };
    });
  });

function parseSignedMoney(decimal: string): Money {
  return decimal.startsWith("-") ? -parseMoney(decimal.slice(1)) : parseMoney(decimal);
}
