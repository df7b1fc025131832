import { implement } from "#libs/contract-kit/implement.ts";
import { resetConfigKey } from "#libs/contracts/config.ts";
import { refuseEnvOnly } from "../check-value.ts";
import { commitChange } from "../commit-change.ts";
import { isOverride } from "../data/config-value.model.ts";
import type { Deps } from "../deps.ts";
import { registeredKey } from "../registered-key.ts";
import { valueChange } from "../value-change.ts";

/** POST /admin/config/keys/{key}/reset: where there is nothing to take away, nothing happens. */
export const resetKeyAction = (deps: Deps) =>
  implement(resetConfigKey, async (ctx) => {
    const { key, entry } = registeredKey(ctx.params.key);
    refuseEnvOnly(key, entry);
    await commitChange(ctx, deps, async (tx, author) => {
      const old = await deps.values.find(key, null, tx);
      if (!isOverride(old)) return null;
      await deps.values.remove(tx, { key, scope: null, ...author });
      return valueChange({ key, entry, action: "RESET", old, value: undefined, scope: null, reason: null });
    });
  });
