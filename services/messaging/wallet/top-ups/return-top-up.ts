import { askAbout } from "../data/ask-about.ts";
import type { Deps } from "../deps.ts";
import { afterReturn, type TopUp } from "../domain/top-up.ts";
import { changeTopUp, type RefreshDeps } from "./settle-top-up.ts";

export type ReturnDeps = RefreshDeps & Pick<Deps, "faults">;

/**
 * Sends what was paid back to its source, or asks how that stands, and records the outcome. Nothing was credited, so nothing is booked.
 * Refused, it is in review again. Throws ProviderFailure when there is no answer.
 */
export async function returnTopUp(deps: ReturnDeps, topUp: TopUp): Promise<TopUp> {
  const { provider, providerReference, returnId, paid = topUp } = topUp;
  if (topUp.status !== "RETURNING" || returnId === undefined || providerReference === null) return topUp;
  const { amount, currency } = paid;
  const refund = { refundId: returnId, chargeReference: providerReference, amount, currency };
  const { state } = await askAbout(deps.topUps, topUp, () => deps.payment.named(provider).refund(refund));
  await deps.faults.hit("wallet.topup.returned");
  if (state === "PENDING") return topUp;
  const now = deps.clock.now();
  return deps.inTransaction((set) =>
    changeTopUp(deps, set, topUp, (before) => {
      // A later attempt has its own id.
      if (before.returnId !== returnId) return before;
      return afterReturn(before, state === "SUCCEEDED" ? "RETURNED" : "REVIEW", now);
    }),
  );
}
