import { implement } from "#libs/contract-kit/implement.ts";
import { setKillSwitch } from "#libs/contracts/config/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { KILL_SWITCHES } from "#libs/policies/kill-switches.ts";
import { commitChange } from "../changes/commit-change.ts";
import { setSwitch } from "../changes/set-switch.ts";
import type { Deps } from "../deps.ts";
import { SWITCHES, toggleChange } from "../domain/change.ts";

/** PATCH /admin/config/kill-switches/{system}: the name of the system may be written in any case. */
export const setKillSwitchAction = (deps: Deps) =>
  implement(setKillSwitch, async (ctx) => {
    const { active, reason = null } = ctx.params;
    const system = ctx.params.system.toUpperCase();
    if (!Object.hasOwn(KILL_SWITCHES, system)) throw new AppError("config.error.kill_switch_not_found", { system: ctx.params.system });
    await commitChange(ctx, deps, async (tx, author) => {
      const old = await setSwitch(deps, tx, system, { active, reason, ...author });
      return toggleChange(SWITCHES, { name: system, action: "TOGGLE", oldValue: old?.active ?? null, newValue: active, reason });
    });
  });
