import { payoutCancelled, payoutProcessed } from "#libs/contracts/wallet/payouts.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { FUNDS_MISSING, type Outgoing } from "#libs/providers/payment/payment-provider.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { accountOf, PAYOUTS_ACCOUNT, PROVIDER_ACCOUNT, transferEntries } from "../domain/ledger.ts";
import { type Payout, payoutMoves, REFUSED_BY_PROVIDER } from "../domain/payout.ts";
import { credit, skipSequence } from "../domain/wallet.ts";
import { bookCredit } from "../ledger/book.ts";
import { payoutFactOf } from "../views/payout-view.ts";

type LedgerDeps = Pick<Deps, "wallets" | "ledger" | "payouts" | "outbox">;
type PayDeps = LedgerDeps & Pick<Deps, "payment" | "inTransaction" | "faults">;

/**
 * Sends a payout that is PROCESSING to its provider, or only asks about it, and records the outcome. It may run any number of times, concurrently and after
 * a crash at any point: the provider pays once for an id, and the outcome is recorded once. Throws ProviderFailure when the provider
 * gives no answer; the payout stays PROCESSING then.
 */
export async function payOut(deps: PayDeps, payout: Payout, { mayBegin = true } = {}): Promise<void> {
  const { _id: payoutId, amount, currency, methodKind, methodLabel, provider, payee } = payout;
  if (provider === null) throw new Error(`payout ${payoutId} has no provider`);
  const destination = payee ? { payee: payee.reference, methodKind: null, methodLabel: null } : { payee: null, methodKind, methodLabel };
  const transfer = { payoutId, amount, currency, ...destination, mayBegin };
  const { state, reason } = await deps.payment.named(provider).pay(transfer).catch(failedIfRefused);
  await deps.faults.hit("wallet.payout.paid");
  if (state === "PENDING") await deps.payouts.setFundsMissing(payout, reason === FUNDS_MISSING);
  if (state === "SUCCEEDED") await deps.inTransaction((set) => settle(deps, set, payoutId));
  if (state === "FAILED") {
    const reversal = { move: payoutMoves.fail, decision: { reason: REFUSED_BY_PROVIDER } };
    await deps.inTransaction((set) => reverse(deps, set, payoutId, reversal));
  }
}

/** A refusal of the provider is final; any other failure is retried. */
function failedIfRefused(error: unknown): Pick<Outgoing, "state" | "reason"> {
  if (error instanceof ProviderFailure && error.reason === "REFUSED") return { state: "FAILED", reason: null };
  throw error;
}

/** Ends a payout as PAID. Resolves to null, and changes nothing, when it is not PROCESSING. */
export async function settle(deps: LedgerDeps, set: WorkingSet, payoutId: string): Promise<Payout | null> {
  const paid = await deps.payouts.move(set.tx, payoutId, payoutMoves.pay);
  if (!paid) return null;
  const { userId, amount } = paid;
  await set.load([walletOf(userId, "CREATOR")]);
  const entries = transferEntries(amount, PAYOUTS_ACCOUNT, PROVIDER_ACCOUNT);
  // The settlement does not change the balance. It takes a sequence number, so that a lost settlement leaves a gap.
  bookCredit(deps, set, { kind: "PAYOUT_SETTLEMENT", ...bookingOf(paid), entries }, skipSequence);
  publishProcessed(deps, set, paid, "PAID");
  return paid;
}

interface Reversal {
  readonly move: (typeof payoutMoves)["fail" | "refuse" | "cancel"];
  readonly decision?: Pick<Payout, "reason"> & Partial<Pick<Payout, "decidedBy">>;
}

/**
 * Ends a payout as FAILED or CANCELLED and returns the money, also to a frozen wallet. Resolves to null, and changes nothing, when the
 * payout is not in a status in which the move starts.
 */
export async function reverse(deps: LedgerDeps, set: WorkingSet, payoutId: string, { move, decision }: Reversal): Promise<Payout | null> {
  const ended = await deps.payouts.move(set.tx, payoutId, move, decision);
  if (!ended) return null;
  const { userId, amount } = ended;
  await set.load([walletOf(userId, "CREATOR")]);
  const entries = transferEntries(amount, PAYOUTS_ACCOUNT, accountOf(userId, "CREATOR"));
  bookCredit(deps, set, { kind: "PAYOUT_REVERSAL", ...bookingOf(ended), entries }, (wallet) => credit(wallet, amount));
  set.hit("wallet.payout.returned");
  if (ended.status === "CANCELLED") deps.outbox.record(set, payoutCancelled, payoutFactOf(ended));
  else publishProcessed(deps, set, ended, "FAILED");
  return ended;
}

const bookingOf = ({ _id: id, userId }: Payout) => ({ reference: { type: "payout", id }, wallet: { userId, kind: "CREATOR" } }) as const;

function publishProcessed({ outbox }: LedgerDeps, set: WorkingSet, payout: Payout, status: "PAID" | "FAILED"): void {
  outbox.record(set, payoutProcessed, { ...payoutFactOf(payout), status, reason: payout.reason });
}
