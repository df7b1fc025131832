import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator/index.ts";
import { requestPayout } from "#libs/contracts/wallet/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type Money, minorUnitsOf, parseMoney } from "#libs/kernel/money.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Deps } from "../deps.ts";
import { accountOf, movementOf, PAYOUTS_ACCOUNT, transferEntries } from "../domain/ledger.ts";
import { type Payout, type PayoutMethod, payoutChecks } from "../domain/payout.ts";
import { payoutStateView } from "../views/payout-view.ts";

type RequestDeps = Pick<Deps, "config" | "wallets" | "ledger" | "payouts" | "payoutMethods" | "transaction" | "faults">;
type Context = Parameters<HandlerOf<typeof requestPayout>>[0];

/** A request that has passed the checks. */
interface AcceptedRequest {
  readonly userId: string;
  readonly creatorId: string;
  readonly idempotencyKey: string;
  readonly amount: Money;
  readonly method: PayoutMethod;
}

/**
 * POST /payouts: the request takes the money out of the earnings, so that it cannot be requested again. The same idempotency key
 * names the same payout.
 */
export const requestPayoutAction = (deps: RequestDeps) =>
  implement(requestPayout, async (ctx) => {
    const existing = await findExisting(deps, ctx);
    if (existing) return payoutStateView(existing);
    const accepted = await accept(deps, ctx);
    try {
      return payoutStateView(await createPayout(deps, accepted));
    } catch (error) {
      const concurrent = isDuplicateKey(error, "idempotencyKey") ? await findExisting(deps, ctx) : null;
      if (!concurrent) throw error;
      return payoutStateView(concurrent);
    }
  });

/** The payout with the idempotency key. Throws idempotency.error.key_reused when it has another amount or method. */
async function findExisting({ payouts }: RequestDeps, { caller, params }: Context): Promise<Payout | null> {
  const existing = await payouts.findByKey(caller.userId, params.idempotencyKey);
  if (existing && (existing.amount !== parseMoney(params.amount) || existing.methodId !== params.methodId)) {
    throw new AppError("idempotency.error.key_reused");
  }
  return existing;
}

/** Runs the checks. Throws payout.error.*. */
async function accept(deps: RequestDeps, ctx: Context): Promise<AcceptedRequest> {
  const { userId } = ctx.caller;
  const { methodId, idempotencyKey } = ctx.params;
  const amount = parseMoney(ctx.params.amount);
  const [standing, wallet, method] = await Promise.all([
    ctx.call(getPayoutStanding, { userId }),
    deps.wallets.find(userId, "CREATOR"),
    deps.payoutMethods.findOfUser(methodId, userId),
  ]);
  const minimum = minorUnitsOf(deps.config.read("payment.min_payout"));
  await refuseIfAny(payoutChecks, { standing, amount, minimum, available: wallet?.balance ?? 0n, frozen: wallet?.frozen ?? false, method });
  if (!standing || !method) throw new Error("the payout checks accept no request without a creator and a method");
  return { userId, creatorId: standing.creatorId, idempotencyKey, amount, method };
}

function createPayout(deps: RequestDeps, { userId, creatorId, idempotencyKey, amount, method }: AcceptedRequest): Promise<Payout> {
  return deps.transaction(async (tx) => {
    const wallet = await deps.wallets.debit(tx, userId, "CREATOR", amount);
    if (!wallet) throw await debitRefusal(deps, userId);
    await deps.faults.hit("wallet.payout.debited");
    const payout = await deps.payouts.insert(tx, {
      _id: uuid(),
      userId,
      creatorId,
      idempotencyKey,
      amount,
      methodId: method._id,
      methodKind: method.kind,
      methodLabel: method.label,
    });
    await deps.ledger.append(tx, {
      kind: "PAYOUT",
      reference: { type: "payout", id: payout._id },
      entries: transferEntries(amount, accountOf(userId, "CREATOR"), PAYOUTS_ACCOUNT),
      movement: movementOf(wallet, -amount),
    });
    return payout;
  });
}

/** Why the conditional debit has changed no wallet: a concurrent request was faster. */
async function debitRefusal({ wallets }: RequestDeps, userId: string): Promise<AppError> {
  const wallet = await wallets.find(userId, "CREATOR");
  return new AppError(wallet?.frozen ? "payout.error.wallet_frozen" : "payout.error.insufficient_funds");
}
