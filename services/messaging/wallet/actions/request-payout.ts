import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator/index.ts";
import { requestPayout } from "#libs/contracts/wallet/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type Money, minorUnitsOf, parseMoney } from "#libs/kernel/money.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { accountOf, PAYOUTS_ACCOUNT, transferEntries } from "../domain/ledger.ts";
import { type Payout, type PayoutMethod, payoutChecks } from "../domain/payout.ts";
import { debit } from "../domain/wallet.ts";
import { book } from "../ledger/book.ts";
import { payoutStateView } from "../views/payout-view.ts";

type RequestDeps = Pick<Deps, "config" | "wallets" | "ledger" | "payouts" | "payoutMethods" | "inTransaction">;
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

/** Another request, or a freeze, came between the checks and the transaction. */
const DEBIT_ERRORS = { unavailable: "payout.error.wallet_frozen", insufficient: "payout.error.insufficient_funds" } as const;

function createPayout(deps: RequestDeps, { userId, creatorId, idempotencyKey, amount, method }: AcceptedRequest): Promise<Payout> {
  return deps.inTransaction(async (set) => {
    const _id = uuid();
    await set.load([walletOf(userId, "CREATOR")]);
    const entries = transferEntries(amount, accountOf(userId, "CREATOR"), PAYOUTS_ACCOUNT);
    const booking = { kind: "PAYOUT", reference: { type: "payout", id: _id }, entries, wallet: { userId, kind: "CREATOR" } } as const;
    book(deps, set, booking, (wallet) => debit(wallet, amount, DEBIT_ERRORS));
    set.hit("wallet.payout.debited");
    return deps.payouts.insert(set.tx, {
      _id,
      userId,
      creatorId,
      idempotencyKey,
      amount,
      methodId: method._id,
      methodKind: method.kind,
      methodLabel: method.label,
    });
  });
}
