import { implement } from "#libs/contract-kit/implement.ts";
import { listKillSwitches } from "#libs/contracts/config/index.ts";
import { KILL_SWITCHES } from "#libs/policies/kill-switches.ts";
import type { Deps } from "../deps.ts";
import { killSwitchView } from "../views/toggle-view.ts";

/** GET /admin/config/kill-switches: every switch of the registry, also those that were never used. */
export const listKillSwitchesAction = ({ switches }: Deps) =>
  implement(listKillSwitches, async () => {
    const stored = new Map((await switches.list()).map((killSwitch) => [killSwitch._id, killSwitch]));
    return Object.keys(KILL_SWITCHES).map((system) => killSwitchView(system, stored.get(system)));
  });
