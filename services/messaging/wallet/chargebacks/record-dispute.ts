import { CURRENCY } from "#libs/contracts/shared.ts";
import type { ChargebackStatus } from "#libs/contracts/wallet/chargebacks.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { chargebackFrom } from "../data/chargeback.store.ts";
import { topUpOf } from "../data/top-up.store.ts";
import type { Deps } from "../deps.ts";
import { type Chargeback, mayEnd, NO_REASON, PROVIDER_REFUND } from "../domain/chargeback.ts";
import type { TopUp } from "../domain/top-up.ts";
import { bookChargeback, type ChargebackDeps, countStep, loadPurse, loseChargeback, winChargeback } from "./book-chargeback.ts";

/** A dispute of a payment as its provider knows it, or a refund that began there. Amounts are minor units. */
export interface Claim {
  /** `<provider>:<reference there>` */
  readonly source: string;
  readonly state: ChargebackStatus;
  readonly amount: Money;
  readonly reason: string;
  readonly answerBy: Date | null;
}

export type RecordDeps = ChargebackDeps & Pick<Deps, "inTransaction">;

/** Asks a provider about a dispute and records its answer. A dispute of a payment that this system has not collected is not its own. */
export async function refreshDispute(
  deps: RecordDeps & Pick<Deps, "payment" | "topUps">,
  provider: string,
  reference: string,
): Promise<void> {
  const { state, chargeReference, amount, reason, answerBy } = await deps.payment.named(provider).dispute(reference);
  const topUp = await deps.topUps.findByCharge(provider, chargeReference);
  const claim = { source: `${provider}:${reference}`, state, amount, reason: reason ?? NO_REASON, answerBy };
  if (topUp) await recordDispute(deps, topUp, claim);
}

/** Records what the provider says about a dispute of a top-up, once, however often it is heard. */
export function recordDispute(deps: RecordDeps, { _id: topupId, userId }: TopUp, claim: Claim): Promise<void> {
  return deps.inTransaction(async (set) => {
    const key = chargebackFrom(claim.source);
    await loadPurse(set, userId, [key, topUpOf(topupId)]);
    // One that is over before it is heard of has taken nothing.
    if (!set.get(key) && claim.state === "WON") return;
    if (!set.get(key)) openChargeback(deps, set, topupId, newChargeback(deps, { topupId, userId }, claim));
    const open = set.get(key);
    if (!open || claim.state === "OPEN" || !mayEnd(open, claim.state)) return;
    countStep(deps, set, userId);
    await (claim.state === "WON" ? winChargeback(deps, set, open) : loseChargeback(deps, set, open));
  });
}

function newChargeback({ clock }: RecordDeps, of: Pick<Chargeback, "topupId" | "userId">, claim: Claim): Chargeback {
  const { source, amount: claimed, reason, answerBy } = claim;
  const own = { _id: uuid(), ...of, source, reason, claimed, amount: 0n, currency: CURRENCY, answerBy };
  return { ...own, status: "OPEN", openedAt: clock.now(), closedAt: null };
}

/** A top-up that is not credited has nothing to take: the chargeback is booked when it is. */
function openChargeback(deps: RecordDeps, set: WorkingSet, topupId: string, chargeback: Chargeback): void {
  set.put(chargebackFrom(chargeback.source), chargeback);
  countStep(deps, set, chargeback.userId);
  const topUp = set.get(topUpOf(topupId));
  if (!topUp) throw new Error(`top-up ${topupId} is gone`);
  if (topUp.status === "SUCCEEDED") bookChargeback(deps, set, chargeback);
  else set.put(topUpOf(topupId), { ...topUp, disputedEarly: true });
}

/** Books the chargebacks that were heard of before their top-up was credited, in the transaction that credits it. */
export async function bookEarlyChargebacks(deps: ChargebackDeps, set: WorkingSet, { _id, userId, disputedEarly }: TopUp): Promise<void> {
  if (!disputedEarly) return;
  await loadPurse(set, userId, [topUpOf(_id)]);
  for (const { source } of await deps.chargebacks.listOfTopUp(_id, set.tx)) {
    await set.load([chargebackFrom(source)]);
    const early = set.get(chargebackFrom(source));
    if (!early || early.booked || early.status === "WON") continue;
    bookChargeback(deps, set, early);
    const booked = set.get(chargebackFrom(source));
    if (booked?.status === "LOST") loseChargeback(deps, set, booked);
  }
}

/** A refund that began at the provider: the money is gone, and nothing can be done about it. */
export const providerRefund = (source: string, amount: Money): Claim => ({
  source,
  state: "LOST",
  amount,
  reason: PROVIDER_REFUND,
  answerBy: null,
});
