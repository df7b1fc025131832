import { payeeId, payeeOf } from "../data/payee.store.ts";
import type { Deps } from "../deps.ts";
import { nextCheckAt, type Payee } from "../domain/payee.ts";
import { tellPayee } from "./refresh-payee.ts";

type StartDeps = Pick<Deps, "clock" | "inTransaction" | "outbox" | "payees" | "payment">;

/**
 * The payee of a user at a provider; registers it there when there is none, or when it has not got further than its country. It is told
 * also when nothing changes, so that an identity check which follows it can go on. Throws ProviderFailure.
 */
export async function startPayee(
  deps: StartDeps,
  provider: string,
  { userId, country }: Pick<Payee, "userId" | "country">,
): Promise<Payee> {
  const known = await deps.payees.find(provider, userId);
  const mayBegin = (payee: Payee | null) => payee === null || (payee.status === "ONBOARDING" && payee.country !== country);
  const isNew = mayBegin(known);
  const reference = known === null || isNew ? await deps.payment.named(provider).startPayee({ userId, country }) : known.reference;
  return deps.inTransaction(async (set) => {
    const key = payeeOf(payeeId(provider, userId));
    await set.load([key]);
    const before = set.get(key);
    // Another request may have been first, or the provider has accepted the payee meanwhile.
    const stays = before !== null && !(isNew && mayBegin(before));
    const payee = stays ? before : begun(deps, { _id: key.value, userId, provider, reference, country });
    if (!stays) set.put(key, payee);
    tellPayee(deps, set, payee, before?.status ?? null);
    return payee;
  });
}

function begun({ clock }: StartDeps, names: Pick<Payee, "_id" | "userId" | "provider" | "reference" | "country">): Payee {
  const createdAt = clock.now();
  return { ...names, status: "ONBOARDING", requirementsDue: [], createdAt, checkAt: nextCheckAt("ONBOARDING", createdAt) };
}
