import { implement } from "#libs/contract-kit/implement.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { refundWallet } from "#libs/contracts/wallet/refunds.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { parseMoney } from "#libs/kernel/money.ts";
import type { Deps } from "../deps.ts";
import { staffRefundChecks } from "../domain/refund.ts";
import { type SendDeps, sendToSource } from "../refunds/send-to-source.ts";
import { refundRequestView } from "../views/refund-view.ts";

/** POST /admin/wallets/{userId}/refunds: also out of a frozen wallet, and as often as staff wants. */
export const refundWalletAction = (deps: SendDeps & Pick<Deps, "inTransaction" | "wallets" | "audit">) =>
  implement(refundWallet, async (ctx) => {
    const { userId, amount, reason: note } = ctx.params;
    const requestedBy = ctx.caller.userId;
    if (userId === requestedBy) throw new AppError("payment.error.own_money");
    if (!(await deps.wallets.find(userId, "FAN"))) throw new AppError("payment.wallet.not_found");
    const wanted = amount === undefined ? null : parseMoney(amount);
    const order = { userId, requestId: uuid(), wanted, origin: "STAFF", requestedBy, note, limit: 0, checks: staffRefundChecks } as const;
    return deps.inTransaction(async (set) => {
      const view = refundRequestView(await sendToSource(deps, set, order));
      const line = { action: "wallet.refund", target: userId, details: { amount: view.amount, currency: CURRENCY, reason: note } } as const;
      await deps.audit.add(set.tx, { actor: requestedBy, ...line, requestId: ctx.requestId });
      return view;
    });
  });
