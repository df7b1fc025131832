import { implement } from "#libs/contract-kit/implement.ts";
import { decideSandboxPayment } from "#libs/contracts/wallet/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SANDBOX, sandboxTopUpOf } from "#libs/providers/payment/sandbox/references.ts";
import type { Deps } from "../deps.ts";
import { settleTopUp } from "../top-ups/settle-top-up.ts";
import { topUpView } from "../views/top-up-view.ts";

type DecideDeps = Pick<
  Deps,
  "clock" | "chargebacks" | "transaction" | "inTransaction" | "topUps" | "wallets" | "ledger" | "outbox" | "payment"
>;

/** POST /payments/sandbox/{reference}: the payer decides how a test payment ends, once. Without the sandbox, as in production, it is 404. */
export const decideSandboxPaymentAction = (deps: DecideDeps) =>
  implement(decideSandboxPayment, async (ctx) => {
    const { reference, outcome } = ctx.params;
    const topUpId = deps.payment.activeName() === SANDBOX ? sandboxTopUpOf(reference) : null;
    const topUp = topUpId === null ? null : await deps.topUps.findOfUser(topUpId, ctx.caller.userId);
    if (topUp?.providerReference !== reference) throw new AppError("payment.topup.not_found");
    return topUpView(topUp.status === "PENDING" ? await settleTopUp(deps, topUp, outcome) : topUp);
  });
