import { implement } from "#libs/contract-kit/implement.ts";
import { toggleFlag } from "#libs/contracts/config/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { commitChange } from "../changes/commit-change.ts";
import type { Deps } from "../deps.ts";
import { FLAGS, toggleChange } from "../domain/change.ts";

/** PATCH /admin/config/flags/{key} */
export const toggleFlagAction = (deps: Deps) =>
  implement(toggleFlag, async (ctx) => {
    const { key, enabled } = ctx.params;
    await commitChange(ctx, deps, async (tx, author) => {
      const old = await deps.flags.update(tx, key, { enabled, ...author });
      if (!old) throw new AppError("config.error.flag_not_found", { key });
      return toggleChange(FLAGS, { name: key, action: "TOGGLE", oldValue: old.enabled, newValue: enabled });
    });
  });
