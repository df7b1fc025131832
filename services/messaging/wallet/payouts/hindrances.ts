import type { Deps } from "../deps.ts";
import { type Hindrance, isCooling, type Payout, WAITING_PAYOUT_STATUSES } from "../domain/payout.ts";
import { coolingUntil } from "./cooling.ts";

const isUndecided = ({ status }: Payout): boolean => WAITING_PAYOUT_STATUSES.includes(status);

const NONE: Hindrance = { frozen: false, coolingUntil: null };

/** @returns what hinders each undecided payout of a page, by two queries */
export async function hindrancesOf(
  { clock, config, wallets, destinations }: Pick<Deps, "clock" | "config" | "wallets" | "destinations">,
  payouts: readonly Payout[],
): Promise<(payout: Payout) => Hindrance> {
  const userIds = payouts.filter(isUndecided).map(({ userId }) => userId);
  const [owned, changes] = await Promise.all([wallets.listOfUsers(userIds), destinations.listChanges(userIds)]);
  const frozenOnes = new Set(owned.flatMap(({ userId, kind, frozen }) => (kind === "CREATOR" && frozen ? [userId] : [])));
  const now = clock.now();
  return (payout) => {
    if (!isUndecided(payout)) return NONE;
    const changedAt = changes.get(payout.userId);
    const until = changedAt ? coolingUntil(config, changedAt) : null;
    return { frozen: frozenOnes.has(payout.userId), coolingUntil: isCooling({ now, coolingUntil: until }) ? until : null };
  };
}
