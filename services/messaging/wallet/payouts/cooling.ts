import { HOUR } from "#libs/kernel/clock.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { PayoutDestinationStore } from "../data/payout-destination.store.ts";

interface CoolingDeps {
  readonly config: Pick<ConfigReader, "read">;
  readonly destinations: Pick<PayoutDestinationStore, "changedAt">;
}

/** When payouts may be sent again after a change. */
export function coolingUntil(config: CoolingDeps["config"], changedAt: Date): Date {
  return new Date(changedAt.getTime() + config.read("payment.payout_cooling_hours") * HOUR);
}

/** Until when no payout of a user is requested, approved or begun, which may be past; null: nothing has changed. */
export async function coolingOf({ config, destinations }: CoolingDeps, userId: string): Promise<Date | null> {
  const changedAt = await destinations.changedAt(userId);
  return changedAt && coolingUntil(config, changedAt);
}
