import { payeeChanged } from "#libs/contracts/wallet/payees.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { askAbout } from "../data/ask-about.ts";
import { payeeOf } from "../data/payee.store.ts";
import type { Deps } from "../deps.ts";
import { afterReport, type Payee } from "../domain/payee.ts";
import { type DestinationDeps, noteDestination } from "./note-destination.ts";

export type RefreshPayeeDeps = DestinationDeps &
  Pick<Deps, "inTransaction" | "instrumentHash" | "payees" | "payment" | "payoutMethods" | "payouts">;

/**
 * Asks the provider how a payee stands and records the answer: the one way by which callback, page, approval and job change a payee. It may
 * run any number of times at once. Throws ProviderFailure when there is no answer, and `provider.error.off` without the provider.
 */
export async function refreshPayee(deps: RefreshPayeeDeps, payee: Payee): Promise<Payee> {
  const { provider, reference } = payee;
  const { status, requirementsDue, instrument } = await askAbout(deps.payees, payee, () => deps.payment.named(provider).payee(reference));
  const instrumentHash = instrument === null ? undefined : deps.instrumentHash(provider, instrument);
  return deps.inTransaction(async (set) => {
    const key = payeeOf(payee._id);
    await set.load([key]);
    const before = set.get(key);
    // It was erased meanwhile, or has begun anew in another country.
    if (before?.reference !== reference) return before ?? payee;
    const after = afterReport(before, { status, requirementsDue: [...requirementsDue], instrumentHash }, deps.clock.now());
    set.put(key, after);
    if (after.status !== before.status) tellPayee(deps, set, after, before.status);
    if (after.instrumentHash !== before.instrumentHash)
      await noteDestination(deps, set, after.userId, await hadDestination(deps, set, before));
    return after;
  });
}

/** Whether payouts went, or could go, anywhere before. */
async function hadDestination({ payoutMethods, payouts }: RefreshPayeeDeps, { tx }: WorkingSet, { userId, instrumentHash }: Payee) {
  return instrumentHash !== undefined || (await payoutMethods.listOfUser(userId, tx)).length > 0 || payouts.hasAny(userId);
}

/** Publishes how a payee stands. @param from before; null: it was no payee */
export function tellPayee(
  { clock, outbox }: Pick<Deps, "clock" | "outbox">,
  set: WorkingSet,
  { userId, status }: Payee,
  from: Payee["status"] | null,
): void {
  outbox.record(set, payeeChanged, { userId, from, status, at: clock.now().toISOString() });
}
