import { AppError } from "#libs/errors/app-error.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { KillSwitchDoc } from "../data/kill-switch.store.ts";
import type { Deps } from "../deps.ts";
import type { ChangeAuthor } from "../domain/change.ts";

interface Setting {
  readonly active: boolean;
  readonly reason: string | null;
}

/**
 * Switches a system off or on for a person. What a guard has switched off is switched on with a reason only: else throws
 * killswitch.error.reason_required. Returns the switch before; null when there was none.
 */
export async function setSwitch(
  deps: Pick<Deps, "switches">,
  tx: Tx,
  system: string,
  { active, reason, ...author }: Setting & ChangeAuthor,
): Promise<KillSwitchDoc | null> {
  const known = await requireReason(deps, tx, system, { active, reason });
  const trippedBy = active ? (known?.trippedBy ?? null) : null;
  return deps.switches.upsert(tx, system, { active, reason, trippedBy, ...author });
}

/** Forgets a switch, which switches its system on. */
export async function removeSwitch(
  deps: Pick<Deps, "switches">,
  tx: Tx,
  system: string,
  reason: string | null,
): Promise<KillSwitchDoc | null> {
  await requireReason(deps, tx, system, { active: false, reason });
  return deps.switches.delete(tx, system);
}

async function requireReason({ switches }: Pick<Deps, "switches">, tx: Tx, system: string, { active, reason }: Setting) {
  const known = await switches.find(tx, system);
  if (known?.active && known.trippedBy !== null && !active && !reason) throw new AppError("killswitch.error.reason_required");
  return known;
}
