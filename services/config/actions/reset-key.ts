import { implement } from "#libs/contract-kit/implement.ts";
import { resetConfigKey } from "#libs/contracts/config/index.ts";
import { commitChange } from "../changes/commit-change.ts";
import { isOverride } from "../data/config-value.model.ts";
import type { Deps } from "../deps.ts";
import { refuseEnvOnly, requireKey } from "../keys/check-value.ts";
import { requireWriter } from "../keys/require-access.ts";
import { valueChange } from "../keys/value-change.ts";

/** POST /admin/config/keys/{key}/reset: no effect without a global override. */
export const resetKeyAction = (deps: Deps) =>
  implement(resetConfigKey, async (ctx) => {
    const { key, entry } = requireKey(ctx.params.key);
    requireWriter(ctx, key);
    refuseEnvOnly(key, entry);
    await commitChange(ctx, deps, async (tx, author) => {
      const old = await deps.values.find(key, null, tx);
      if (!isOverride(old)) return null;
      await deps.values.delete(tx, { key, scope: null, ...author });
      return valueChange({ key, entry, action: "RESET", old, value: undefined, scope: null, reason: ctx.params.reason ?? null });
    });
  });
