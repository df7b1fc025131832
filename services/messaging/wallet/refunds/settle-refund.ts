import { walletRefunded } from "#libs/contracts/wallet/refunds.ts";
import { formatMoney, type Money } from "#libs/kernel/money.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import type { Outgoing } from "#libs/providers/payment/payment-provider.ts";
import { providerRefund, type RecordDeps, recordDispute } from "../chargebacks/record-dispute.ts";
import { chargebackOf } from "../data/chargeback.store.ts";
import { refundOf } from "../data/refund.store.ts";
import { topUpOf } from "../data/top-up.store.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { amountAfterFailedRefund } from "../domain/chargeback.ts";
import { accountOf, PROVIDER_ACCOUNT, transferEntries } from "../domain/ledger.ts";
import { type Refund, refundMoves } from "../domain/refund.ts";
import { chargeBack, credit } from "../domain/wallet.ts";
import { bookCredit } from "../ledger/book.ts";

type Answer = Pick<Outgoing, "state" | "reason">;
type Ending = Answer & { readonly state: "SUCCEEDED" | "FAILED" };

export type SettleRefundDeps = Pick<Deps, "clock" | "inTransaction" | "wallets" | "ledger" | "chargebacks" | "outbox">;

/** Asks a provider about a refund and records its answer: of a refund of ours the outcome, of one that began there a chargeback. */
export async function refreshRefund(
  deps: SettleRefundDeps & RecordDeps & Pick<Deps, "payment" | "topUps">,
  provider: string,
  reference: string,
): Promise<void> {
  const { refundId, state, reason, chargeReference, amount } = await deps.payment.named(provider).findRefund(reference);
  if (refundId !== null) return settleRefund(deps, refundId, { state, reason });
  const topUp = await deps.topUps.findByCharge(provider, chargeReference);
  if (topUp && state === "SUCCEEDED") await recordDispute(deps, topUp, providerRefund(`${provider}:${reference}`, amount));
}

/** Records what the provider says about a refund, once; a refund that has succeeded may still fail. */
export function settleRefund(deps: SettleRefundDeps, refundId: string, { state, reason }: Answer): Promise<void> {
  return deps.inTransaction(async (set) => {
    await set.load([refundOf(refundId)]);
    const refund = set.get(refundOf(refundId));
    if (refund && state !== "PENDING") await endRefund(deps, set, refund, { state, reason });
  });
}

/** Ends a refund that is in the set. Resolves to null, and changes nothing, when it is not in a status that may end so. */
export async function endRefund(
  deps: SettleRefundDeps,
  set: WorkingSet,
  refund: Refund,
  { state, reason }: Ending,
): Promise<Refund | null> {
  const move = refundMoves[state === "SUCCEEDED" ? "succeed" : "fail"];
  if (!move.from.some((status) => status === refund.status)) return null;
  const settled: Refund = { ...refund, status: move.to, reason, askAt: undefined, unknownSince: undefined, settledAt: deps.clock.now() };
  const chargedBack = state === "FAILED" ? await returnRefund(deps, set, settled) : undefined;
  set.put(refundOf(refund._id), { ...settled, chargedBack });
  publish(deps, set, settled);
  return settled;
}

/**
 * Returns the money to the wallet; the source of its top-up takes nothing more. A dispute of the same payment takes the money at once,
 * because the payer has it from there.
 */
async function returnRefund(deps: SettleRefundDeps, set: WorkingSet, refund: Refund): Promise<Refund["chargedBack"]> {
  const { _id: id, userId, topupId, amount } = refund;
  await set.load([topUpOf(topupId), walletOf(userId, "FAN")]);
  const topUp = set.get(topUpOf(topupId));
  if (!topUp) throw new Error(`top-up ${topupId} is gone`);
  const posting = { reference: { type: "refund", id }, wallet: { userId, kind: "FAN" } } as const;
  const account = accountOf(userId, "FAN");
  const returned = { kind: "REFUND_RETURN", ...posting, entries: transferEntries(amount, PROVIDER_ACCOUNT, account) } as const;
  bookCredit(deps, set, returned, (wallet) => credit(wallet, amount));
  const disputed = await takenByDispute(deps, set, refund);
  const taken = disputed?.amount ?? 0n;
  if (taken > 0n) {
    const charged = { kind: "CHARGEBACK", ...posting, entries: transferEntries(taken, account, PROVIDER_ACCOUNT) } as const;
    bookCredit(deps, set, charged, (wallet) => chargeBack(wallet, taken));
  }
  const [refunded, wasDisputed] = [(topUp.refunded ?? 0n) - amount, topUp.disputed ?? 0n];
  set.put(topUpOf(topupId), { ...topUp, refunded, disputed: wasDisputed + taken, refusesRefunds: true });
  set.hit("wallet.refund.returned");
  return disputed;
}

/** The dispute of the same payment that takes the money, and how much of it. */
async function takenByDispute(
  { chargebacks }: SettleRefundDeps,
  set: WorkingSet,
  { topupId, amount }: Refund,
): Promise<Refund["chargedBack"]> {
  for (const { _id } of await chargebacks.listOfTopUp(topupId, set.tx)) {
    await set.load([chargebackOf(_id)]);
    const chargeback = set.get(chargebackOf(_id));
    const taken: Money = chargeback ? amountAfterFailedRefund(chargeback, amount) : 0n;
    if (!chargeback || taken === 0n) continue;
    set.put(chargebackOf(_id), { ...chargeback, amount: chargeback.amount + taken });
    return { chargebackId: _id, amount: taken };
  }
  return undefined;
}

function publish(
  { outbox }: SettleRefundDeps,
  set: WorkingSet,
  { _id: refundId, topupId, userId, amount, currency, status, origin }: Refund,
): void {
  if (status === "PENDING") return;
  outbox.record(set, walletRefunded, {
    refundId,
    topupId,
    userId,
    amount: formatMoney(amount),
    currency,
    status,
    byStaff: origin === "STAFF",
  });
}
