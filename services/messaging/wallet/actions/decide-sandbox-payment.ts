import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { decideSandboxPayment } from "#libs/contracts/wallet/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { parseMoney } from "#libs/kernel/money.ts";
import { hasPermission } from "#libs/policies/roles.ts";
import { SANDBOX, sandboxPayeeOf, sandboxTopUpOf } from "#libs/providers/payment/sandbox/references.ts";
import { type ReceiveDeps, receiveChange } from "../changes/receive-change.ts";
import type { Deps } from "../deps.ts";
import { topUpView } from "../views/top-up-view.ts";

type DecideDeps = ReceiveDeps & Pick<Deps, "sandbox">;
type Context = Parameters<HandlerOf<typeof decideSandboxPayment>>[0];

/**
 * POST /payments/sandbox/{reference}: the payer, or finance staff, decides what happens at the provider. It calls back unless that is not
 * wanted. Without the sandbox, as in production, it is 404.
 */
export const decideSandboxPaymentAction = (deps: DecideDeps) =>
  implement(decideSandboxPayment, async (ctx) => {
    const { reference, outcome, amount, currency = null, instrument = null, notify } = ctx.params;
    const topUpId = await requireOwnReference(deps, ctx);
    const decision = { outcome, amount: amount === undefined ? null : parseMoney(amount), currency, instrument };
    const change = await deps.sandbox.decide(reference, decision);
    if (!change) throw new AppError("payment.topup.not_found");
    if (notify) await receiveChange(deps, SANDBOX, change);
    const topUp = topUpId === null ? null : await deps.topUps.find(topUpId);
    return topUp && topUpView(topUp);
  });

/** The top-up of a reference that the caller may decide about; null: it names a payee. */
async function requireOwnReference({ payment, topUps }: DecideDeps, { params, caller }: Context): Promise<string | null> {
  const { reference } = params;
  const isStaff = hasPermission(caller.roles, "finance:write");
  const isOn = payment.activeName() === SANDBOX;
  const topUpId = isOn ? sandboxTopUpOf(reference) : null;
  const topUp = topUpId === null ? null : await topUps.find(topUpId);
  if (topUp?.providerReference === reference && (topUp.userId === caller.userId || isStaff)) return topUp._id;
  const payeeId = isOn ? sandboxPayeeOf(reference) : null;
  if (payeeId !== null && (payeeId === caller.userId || isStaff)) return null;
  throw new AppError("payment.topup.not_found");
}
