import { topUpChanged, walletToppedUp } from "#libs/contracts/wallet/index.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import type { Charge, PaymentProvider } from "#libs/providers/payment/payment-provider.ts";
import { bookEarlyChargebacks, type RecordDeps } from "../chargebacks/record-dispute.ts";
import { askAbout } from "../data/ask-about.ts";
import { topUpOf } from "../data/top-up.store.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { accountOf, PROVIDER_ACCOUNT, transferEntries } from "../domain/ledger.ts";
import { afterCharge, movedTopUp, receiptNumber, type TopUp, type TopUpReason, topUpMoves } from "../domain/top-up.ts";
import { credit } from "../domain/wallet.ts";
import { bookCredit } from "../ledger/book.ts";

export type ChangeDeps = RecordDeps & Pick<Deps, "topUps">;
export type RefreshDeps = ChangeDeps & Pick<Deps, "config" | "payment" | "instrumentHash" | "topUpMutex">;

interface Question {
  readonly ask: keyof Pick<PaymentProvider, "charge" | "expire">;
  /** Why it is cancelled, if that is the answer. */
  readonly why?: TopUpReason;
}

/**
 * Asks the provider about a top-up and records the answer: the one way by which callback, confirmation, cancellation and job end a top-up.
 * It may run any number of times at once. Throws ProviderFailure when there is no answer, and `provider.error.off` without the provider.
 */
export async function refreshTopUp(deps: RefreshDeps, topUp: TopUp, { ask, why }: Question = { ask: "charge" }): Promise<TopUp> {
  const { _id: topUpId, provider, providerReference: reference } = topUp;
  if (reference === null) return topUp;
  const charge = await askAbout(deps.topUps, topUp, () => deps.payment.named(provider)[ask]({ reference, topUpId }));
  return recordCharge(deps, topUp, charge, why);
}

/** Ends an open top-up at its provider, which may report that it was paid before. Throws as {@link refreshTopUp}. */
export function endTopUp(deps: RefreshDeps, topUp: TopUp, why: TopUpReason): Promise<TopUp> {
  if (topUp.providerReference !== null) return refreshTopUp(deps, topUp, { ask: "expire", why });
  const now = deps.clock.now();
  const cancelled = (before: TopUp) =>
    before.providerReference === null ? movedTopUp(before, topUpMoves.cancel, now, { reason: why }) : before;
  return deps.inTransaction((set) => changeTopUp(deps, set, topUp, cancelled));
}

async function recordCharge(deps: RefreshDeps, topUp: TopUp, charge: Charge, why: TopUpReason | undefined): Promise<TopUp> {
  const instrumentHash = charge.instrument === null ? undefined : deps.instrumentHash(topUp.provider, charge.instrument);
  const heard = { now: deps.clock.now(), why, instrumentHash, credits: !deps.config.isSwitchedOff("PAYMENTS") };
  const change = (before: TopUp) => afterCharge(before, charge, heard);
  if (change(topUp) === topUp) return topUp;
  return deps.topUpMutex(topUp._id, async () => {
    // Another answer may have ended it while this one waited.
    const current = (await deps.topUps.find(topUp._id)) ?? topUp;
    return change(current) === current ? current : deps.inTransaction((set) => changeTopUp(deps, set, current, change));
  });
}

/** Changes a top-up as it is now, and credits it when the change does. Resolves to its state afterwards. */
export async function changeTopUp(deps: ChangeDeps, set: WorkingSet, topUp: TopUp, change: (before: TopUp) => TopUp): Promise<TopUp> {
  const key = topUpOf(topUp._id);
  await set.load([key, walletOf(topUp.userId, "FAN")]);
  const before = set.get(key) ?? topUp;
  const told = change(before);
  if (told === before) return before;
  // The purge took the instruments of a user who has left: a late answer brings none back.
  const hasLeft = set.get(walletOf(topUp.userId, "FAN"))?.closedFor !== undefined;
  const changed = hasLeft ? { ...told, instrumentHash: undefined } : told;
  if (changed.status !== "SUCCEEDED") {
    set.put(key, changed);
    tellPayer(deps, set, before, changed);
    return changed;
  }
  const credited = creditTopUp(deps, set, changed);
  set.put(key, credited);
  await bookEarlyChargebacks(deps, set, credited);
  return set.get(key) ?? credited;
}

/** What was paid is not in the wallet. A return that was refused brings the payer no news. */
function tellPayer({ outbox }: ChangeDeps, set: WorkingSet, before: TopUp, { _id: topupId, userId, status }: TopUp): void {
  const isNews = status !== before.status && before.status !== "RETURNING";
  if (status === "RETURNED" || (status === "REVIEW" && isNews)) outbox.record(set, topUpChanged, { topupId, userId, status });
}

function creditTopUp(deps: ChangeDeps, set: WorkingSet, topUp: TopUp): TopUp {
  const { _id: topupId, userId, amount, currency } = topUp;
  const entries = transferEntries(amount, PROVIDER_ACCOUNT, accountOf(userId, "FAN"));
  const booking = { kind: "TOPUP", reference: { type: "topup", id: topupId }, entries, wallet: { userId, kind: "FAN" } } as const;
  const transactionId = bookCredit(deps, set, booking, (wallet) => credit(wallet, amount));
  set.hit("wallet.confirm.credited");
  deps.outbox.record(set, walletToppedUp, { topupId, userId, amount: formatMoney(amount), currency });
  return { ...topUp, number: receiptNumber(transactionId, deps.clock.now()) };
}
