import type { Said, Sent } from "../domain/settlement.ts";

/** Whether two people settle it, and the first of them; of no interest once the provider has decided otherwise. */
export function settlementView<O extends string>({ settlement, status }: Sent<O>, providerGone: boolean) {
  const counts = providerGone || settlement?.outcome === status;
  return { providerGone, settlement: settlement && counts ? saidView(settlement) : null };
}

const saidView = <O extends string>({ by, at, reason, outcome }: Said<O>) => ({ by, at: at.toISOString(), reason, outcome });
