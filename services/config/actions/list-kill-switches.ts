import { implement } from "#libs/contract-kit/implement.ts";
import { KILL_SWITCHES } from "#libs/contract-kit/settings.ts";
import { listKillSwitches } from "#libs/contracts/config.ts";
import type { Deps } from "../deps.ts";

/** GET /admin/config/kill-switches: every switch of the registry, also the untouched ones. */
export const listKillSwitchesAction = ({ switches }: Deps) =>
  implement(listKillSwitches, async () => {
    const stored = new Map((await switches.all()).map((row) => [row._id, row]));
    return Object.keys(KILL_SWITCHES).map((system) => {
      const row = stored.get(system);
      return {
        system,
        active: row?.active ?? false,
        reason: row?.reason ?? null,
        updatedAt: row?.updatedAt.toISOString() ?? null,
        updatedBy: row?.updatedBy ?? null,
      };
    });
  });
