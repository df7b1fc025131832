import { listStaffIds } from "#libs/contracts/account/internal.ts";
import { guardTripped } from "#libs/contracts/config/internal.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import { isKillSwitch } from "#libs/policies/kill-switches.ts";
import type { Deps } from "../deps.ts";

/** Publishes once for each switch that a guard has switched off whom it concerns: all who may read the books. */
export async function tellStaff({
  logger,
  switches,
  services,
  outbox,
  transaction,
}: Pick<Deps, "logger" | "switches" | "services" | "outbox" | "transaction">): Promise<void> {
  const untold = (await switches.list()).filter((each) => each.untold !== undefined);
  if (untold.length === 0) return;
  const { userIds } = await services.call(listStaffIds, { permission: "finance:read" });
  for (const { _id: system, untold: cause } of untold) {
    if (cause === undefined || !isKillSwitch(system)) continue;
    const tell = () =>
      transaction(async (tx) => {
        if (await switches.setTold(tx, system, cause)) await outbox.add(tx, guardTripped, { system, cause, userIds: [...userIds] });
      });
    await bestEffort(logger, `tell staff of the switch ${system}`, tell);
  }
}
