import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { createRefund } from "#libs/contracts/wallet/refunds.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { parseMoney } from "#libs/kernel/money.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Deps } from "../deps.ts";
import { fanRefundChecks, type Refund } from "../domain/refund.ts";
import { type SendDeps, sendToSource } from "../refunds/send-to-source.ts";
import { refundRequestView } from "../views/refund-view.ts";

type CreateDeps = SendDeps & Pick<Deps, "config" | "inTransaction">;
type Context = Parameters<HandlerOf<typeof createRefund>>[0];

/** POST /wallet/refunds: the same idempotency key of the same user names the same refunds. */
export const createRefundAction = (deps: CreateDeps) =>
  implement(createRefund, async (ctx) => {
    const { userId } = ctx.caller;
    const wanted = ctx.params.amount === undefined ? null : parseMoney(ctx.params.amount);
    const existing = await findExisting(deps, ctx, wanted);
    if (existing) return refundRequestView(existing);
    const order = { userId, requestId: requestIdOf(ctx), wanted, origin: "FAN", requestedBy: userId, note: null } as const;
    const limit = deps.config.read("payment.refunds_monthly");
    try {
      return refundRequestView(await deps.inTransaction((set) => sendToSource(deps, set, { ...order, limit, checks: fanRefundChecks })));
    } catch (error) {
      // A concurrent request with the same key was faster: it may have left too little for this one.
      const concurrent = isDuplicateKey(error, "requestId") || error instanceof AppError ? await findExisting(deps, ctx, wanted) : null;
      if (!concurrent) throw error;
      return refundRequestView(concurrent);
    }
  });

const requestIdOf = ({ caller, params }: Context): string => `${caller.userId}:${params.idempotencyKey}`;

/** The refunds with the idempotency key. Throws idempotency.error.key_reused when another amount was asked for. */
async function findExisting({ refunds }: CreateDeps, ctx: Context, wanted: Refund["wanted"]): Promise<Refund[] | null> {
  const existing = await refunds.listOfRequest(requestIdOf(ctx));
  if (existing.length === 0) return null;
  if (existing[0]?.wanted !== wanted) throw new AppError("idempotency.error.key_reused");
  return existing;
}
