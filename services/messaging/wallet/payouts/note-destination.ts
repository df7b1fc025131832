import { payoutDestinationChanged } from "#libs/contracts/wallet/payout-destinations.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import type { Deps } from "../deps.ts";
import { coolingUntil } from "./cooling.ts";

export type DestinationDeps = Pick<Deps, "clock" | "config" | "destinations" | "outbox">;

/**
 * Records another destination of the payouts of a user. Every one but the first changes where money goes, so payouts wait for a while, and
 * the user is told.
 * @param hadAny the user has had one, recorded or not
 */
export async function noteDestination(deps: DestinationDeps, set: WorkingSet, userId: string, hadAny: boolean): Promise<void> {
  const at = deps.clock.now();
  if (!(await deps.destinations.set(set.tx, userId, hadAny, at))) return;
  const times = { changedAt: at.toISOString(), coolingUntil: coolingUntil(deps.config, at).toISOString() };
  deps.outbox.record(set, payoutDestinationChanged, { userId, ...times });
}
