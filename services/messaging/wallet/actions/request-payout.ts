import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator/index.ts";
import { payoutRequested, requestPayout } from "#libs/contracts/wallet/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import { utcDay } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { minorUnitsOf, parseMoney } from "#libs/kernel/money.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { availableOf } from "../domain/in-hold.ts";
import { accountOf, PAYOUTS_ACCOUNT, transferEntries } from "../domain/ledger.ts";
import { destinationOf, type Payout, type PayoutRequest, type PayoutStanding, payoutChecks } from "../domain/payout.ts";
import { debit } from "../domain/wallet.ts";
import { book } from "../ledger/book.ts";
import { coolingOf } from "../payouts/cooling.ts";
import { payeeStanding } from "../payouts/payee-standing.ts";
import { weekSumWith } from "../payouts/week-sum.ts";
import { payoutFactOf, payoutStateView } from "../views/payout-view.ts";

type RequestDeps = Pick<
  Deps,
  | "clock"
  | "config"
  | "wallets"
  | "ledger"
  | "payouts"
  | "payoutMethods"
  | "inTransaction"
  | "outbox"
  | "destinations"
  | "payees"
  | "payment"
>;
type Context = Parameters<HandlerOf<typeof requestPayout>>[0];

/** A request with the data for its checks, except the wallet. */
interface LoadedRequest extends Omit<PayoutRequest, "standing" | "available" | "frozen" | "now"> {
  readonly standing: (PayoutStanding & { readonly creatorId: string }) | null;
  readonly userId: string;
  readonly idempotencyKey: string;
}

/**
 * POST /payouts: the request takes the money out of the earnings, so that it cannot be requested again. The same idempotency key
 * names the same payout.
 */
export const requestPayoutAction = (deps: RequestDeps) =>
  implement(requestPayout, async (ctx) => {
    const existing = await findExisting(deps, ctx);
    if (existing) return payoutStateView(existing);
    const request = await loadRequest(deps, ctx);
    try {
      return payoutStateView(await createPayout(deps, request));
    } catch (error) {
      const concurrent = isDuplicateKey(error, "idempotencyKey") ? await findExisting(deps, ctx) : null;
      if (!concurrent) throw error;
      return payoutStateView(concurrent);
    }
  });

/** The payout with the idempotency key. Throws idempotency.error.key_reused when it has another amount or method. */
async function findExisting({ payouts }: RequestDeps, { caller, params }: Context): Promise<Payout | null> {
  const existing = await payouts.findByKey(caller.userId, params.idempotencyKey);
  if (existing && (existing.amount !== parseMoney(params.amount) || existing.methodId !== (params.methodId ?? null))) {
    throw new AppError("idempotency.error.key_reused");
  }
  return existing;
}

async function loadRequest(deps: RequestDeps, ctx: Context): Promise<LoadedRequest> {
  const { userId } = ctx.caller;
  const { methodId, idempotencyKey } = ctx.params;
  const [standing, method, payee, coolingUntil] = await Promise.all([
    ctx.call(getPayoutStanding, { userId }),
    methodId === undefined ? null : deps.payoutMethods.findOfUser(methodId, userId),
    payeeStanding(deps, userId),
    coolingOf(deps, userId),
  ]);
  const minimum = minorUnitsOf(deps.config.read("payment.min_payout"));
  const needsMethod = methodId !== undefined || !payee.isPaid;
  const amount = parseMoney(ctx.params.amount);
  return { userId, idempotencyKey, amount, standing, method, needsMethod, payee, minimum, coolingUntil };
}

/** The checks throw more specific errors before these. */
const DEBIT_ERRORS = { unavailable: "payout.error.wallet_frozen", insufficient: "payout.error.insufficient_funds" } as const;

/** Checks the request and takes the money. Throws payout.error.*. */
function createPayout(deps: RequestDeps, request: LoadedRequest): Promise<Payout> {
  const { userId, idempotencyKey, amount, standing } = request;
  return deps.inTransaction(async (set) => {
    const key = walletOf(userId, "CREATOR");
    await set.load([key]);
    const wallet = set.get(key);
    const now = deps.clock.now();
    await refuseIfAny(payoutChecks, {
      ...request,
      now,
      available: availableOf(wallet, utcDay(now)),
      frozen: wallet?.frozen ?? false,
    });
    const destination = destinationOf(request.payee, request.method);
    if (!standing || !destination) throw new Error("the payout checks accept no request without a creator and a destination");
    const _id = uuid();
    const entries = transferEntries(amount, accountOf(userId, "CREATOR"), PAYOUTS_ACCOUNT);
    const booking = { kind: "PAYOUT", reference: { type: "payout", id: _id }, entries, wallet: { userId, kind: "CREATOR" } } as const;
    book(deps, set, booking, (own) => debit(own, amount, DEBIT_ERRORS));
    set.hit("wallet.payout.debited");
    const { creatorId } = standing;
    const weekSum = await weekSumWith(deps, set.tx, userId, amount);
    const newPayout = { _id, userId, creatorId, idempotencyKey, amount, ...destination, weekSum };
    const payout = await deps.payouts.insert(set.tx, newPayout);
    deps.outbox.record(set, payoutRequested, payoutFactOf(payout));
    return payout;
  });
}
