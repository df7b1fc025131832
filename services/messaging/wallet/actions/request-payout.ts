import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator-standing.ts";
import { requestPayout } from "#libs/contracts/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type Money, minorUnitsOf, parseMoney } from "#libs/kernel/money.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { WalletDeps } from "../deps.ts";
import { accountOf, moved, PAYOUTS_ACCOUNT } from "../domain/ledger.ts";
import { type Payout, type PayoutMethod, payoutChecks } from "../domain/payout.ts";
import { movementOf } from "../escrow.ts";
import { payoutState } from "./payout-view.ts";

type Deps = Pick<WalletDeps, "config" | "wallets" | "ledger" | "payouts" | "payoutMethods" | "transaction" | "faults">;
type Request = Parameters<HandlerOf<typeof requestPayout>>[0];

interface Order {
  readonly userId: string;
  readonly creatorId: string;
  readonly idempotencyKey: string;
  readonly amount: Money;
  readonly method: PayoutMethod;
}

/** The money leaves the earnings with the request, so it cannot be asked for twice; the same key is the same payout. */
export const requestPayoutAction = (deps: Deps) =>
  implement(requestPayout, async (ctx) => {
    const known = await earlier(deps, ctx);
    if (known) return payoutState(known);
    const order = await acceptable(deps, ctx);
    try {
      return payoutState(await reserve(deps, order));
    } catch (error) {
      const twin = isDuplicateKey(error, "idempotencyKey") ? await earlier(deps, ctx) : null;
      if (!twin) throw error;
      return payoutState(twin);
    }
  });

async function earlier({ payouts }: Deps, { caller, params }: Request): Promise<Payout | null> {
  const known = await payouts.findByKey(caller.userId, params.idempotencyKey);
  if (known && (known.amount !== parseMoney(params.amount) || known.methodId !== params.methodId)) {
    throw new AppError("idempotency.error.key_reused");
  }
  return known;
}

async function acceptable(deps: Deps, ctx: Request): Promise<Order> {
  const { userId } = ctx.caller;
  const { methodId, idempotencyKey } = ctx.params;
  const amount = parseMoney(ctx.params.amount);
  const [standing, wallet, method] = await Promise.all([
    ctx.call(getPayoutStanding, { userId }),
    deps.wallets.find(userId, "CREATOR"),
    deps.payoutMethods.findOwn(methodId, userId),
  ]);
  const minimum = minorUnitsOf(deps.config.read("payment.min_payout"));
  await refuseIfAny(payoutChecks, { standing, amount, minimum, available: wallet?.balance ?? 0n, frozen: wallet?.frozen ?? false, method });
  if (!standing || !method) throw new Error("the checks of a payout let nothing pass without a creator and a method");
  return { userId, creatorId: standing.creatorId, idempotencyKey, amount, method };
}

function reserve(deps: Deps, { userId, creatorId, idempotencyKey, amount, method }: Order): Promise<Payout> {
  return deps.transaction(async (tx) => {
    const wallet = await deps.wallets.debit(tx, userId, "CREATOR", amount);
    if (!wallet) throw await refusalOf(deps, userId);
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
    await deps.ledger.post(tx, {
      kind: "PAYOUT",
      reference: { type: "payout", id: payout._id },
      entries: moved(amount, accountOf(userId, "CREATOR"), PAYOUTS_ACCOUNT),
      movement: movementOf(wallet, -amount),
    });
    return payout;
  });
}

/** Why the conditional update took nothing: somebody else was faster. */
async function refusalOf({ wallets }: Deps, userId: string): Promise<AppError> {
  const wallet = await wallets.find(userId, "CREATOR");
  return new AppError(wallet?.frozen ? "payout.error.wallet_frozen" : "payout.error.insufficient_funds");
}
