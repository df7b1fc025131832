import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { refundEscrow } from "#libs/contracts/wallet/chargebacks.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { utcDay } from "#libs/kernel/clock.ts";
import { formatMoney, type Money, parseMoney } from "#libs/kernel/money.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { escrowOf } from "../data/escrow.store.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { mostReversible, reversedOf, reversibleOf } from "../domain/earning-reversal.ts";
import { type Escrow, isInHold } from "../domain/escrow.ts";
import { requireSecondPerson } from "../domain/two-people.ts";
import { type ReverseDeps, reverseEarning } from "../reversals/reverse-earning.ts";

type RefundDeps = ReverseDeps & Pick<Deps, "inTransaction" | "chargebacks" | "audit">;
type Context = Parameters<HandlerOf<typeof refundEscrow>>[0];

/**
 * POST /admin/escrows/{messageId}/refunds: the first person is recorded, the second one, who asks for the same amount, moves the money.
 * Another amount is a new request.
 */
export const refundEscrowAction = (deps: RefundDeps) =>
  implement(refundEscrow, (ctx) =>
    deps.inTransaction(async (set) => {
      const { messageId, reason } = ctx.params;
      const { userId: by } = ctx.caller;
      const { escrow, amount } = await requireReversible(deps, set, ctx);
      const isFirst = escrow.approval?.amount !== amount;
      if (!isFirst) requireSecondPerson(escrow.approval, by);
      const { approval: _, ...decided } = escrow;
      if (isFirst) set.put(escrowOf(messageId), { ...escrow, approval: { by, at: deps.clock.now(), reason, amount } });
      else if (!(await reverseEarning(deps, set, decided, { amount, cause: "STAFF", reason })))
        throw new AppError("payment.escrow.not_reversible");
      const details = { amount: formatMoney(amount), currency: CURRENCY, fanId: escrow.fanId, creatorId: escrow.creatorId, reason };
      const action = isFirst ? "escrow.propose_refund" : "escrow.refund";
      await deps.audit.add(set.tx, { actor: by, action, target: messageId, details, requestId: ctx.requestId });
      return { messageId, approvals: isFirst ? 1 : 2, reversed: formatMoney(reversedOf(set.get(escrowOf(messageId)) ?? escrow)) };
    }),
  );

/** The escrow, and how much of it is to go back. Throws payment.escrow.*. */
async function requireReversible(deps: RefundDeps, set: WorkingSet, ctx: Context): Promise<{ escrow: Escrow; amount: Money }> {
  const { messageId } = ctx.params;
  await set.load([escrowOf(messageId)]);
  const escrow = set.get(escrowOf(messageId));
  if (!escrow) throw new AppError("payment.escrow.not_found");
  const { fanId, creatorId } = escrow;
  if ([fanId, creatorId].includes(ctx.caller.userId)) throw new AppError("payment.error.own_money");
  const left = reversibleOf(escrow);
  const amount = ctx.params.amount === undefined ? left : parseMoney(ctx.params.amount);
  const isOpen = isInHold(escrow, utcDay(deps.clock.now())) || (escrow.status === "RELEASED" && (await hasLost(deps, set, fanId)));
  if (!isOpen || amount <= 0n || amount > left) throw new AppError("payment.escrow.not_reversible");
  await set.load([walletOf(fanId, "FAN"), walletOf(creatorId, "CREATOR")]);
  // The first person cannot ask for what cannot be booked.
  if (amount > mostReversible(escrow, set.get(walletOf(creatorId, "CREATOR"))?.balance ?? 0n))
    throw new AppError("payment.escrow.not_reversible");
  return { escrow, amount };
}

/** After a lost chargeback of the fan, earnings that are no longer in hold may go back as well. */
async function hasLost({ chargebacks }: RefundDeps, set: WorkingSet, fanId: string): Promise<boolean> {
  return (await chargebacks.listOfUser(fanId, set.tx)).some(({ status }) => status === "LOST");
}
