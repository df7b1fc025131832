import { type Ctx, type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { tripKillSwitch } from "#libs/contracts/config/internal.ts";
import { SYSTEM } from "#libs/platform/audit/audit-log.ts";
import type { KillSwitch } from "#libs/policies/kill-switches.ts";
import { commitChange } from "../changes/commit-change.ts";
import type { Deps } from "../deps.ts";
import { SWITCHES, toggleChange } from "../domain/change.ts";

/** The last causes of a switch that are known; a guard repeats a call only for a while. */
const MAX_KNOWN_CAUSES = 200;

/** Internal: switches systems off. It may be called again with the same causes, also after a person has switched the systems on. */
export const tripKillSwitchAction = (deps: Deps) =>
  implement(tripKillSwitch, async (ctx) => {
    const { systems, causes, reason } = ctx.params;
    const tripped: KillSwitch[] = [];
    for (const system of systems) if (await trip(ctx, deps, { system, causes, reason })) tripped.push(system);
    return { tripped };
  });

type Trip = Omit<Parameters<HandlerOf<typeof tripKillSwitch>>[0]["params"], "systems"> & { readonly system: KillSwitch };

/** Resolves to whether there was a new cause. */
async function trip(ctx: Pick<Ctx<unknown>, "requestId" | "hint">, deps: Deps, { system, causes, reason }: Trip): Promise<boolean> {
  let isNew = false;
  const { requestId, hint } = ctx;
  const guard = { requestId, caller: { userId: SYSTEM }, hint: hint.bind(ctx) } as const;
  await commitChange(guard, deps, async (tx, author) => {
    const known = await deps.switches.find(tx, system);
    const fresh = causes.filter((cause) => !known?.causes?.includes(cause));
    isNew = fresh.length > 0;
    if (!isNew) return null;
    const since = known?.active && known.trippedBy !== null ? { updatedAt: known.updatedAt, updatedBy: known.updatedBy } : author;
    await deps.switches.upsert(tx, system, { active: true, reason, trippedBy: "GUARD", ...since });
    await deps.switches.setCauses(tx, system, [...(known?.causes ?? []), ...fresh].slice(-MAX_KNOWN_CAUSES));
    return toggleChange(SWITCHES, { name: system, action: "TOGGLE", oldValue: known?.active ?? null, newValue: true, reason });
  });
  return isNew;
}
