import { implement } from "#libs/contract-kit/implement.ts";
import { resetScopedConfig } from "#libs/contracts/config/index.ts";
import { commitChange } from "../changes/commit-change.ts";
import { isOverride } from "../data/config-value.model.ts";
import type { Deps } from "../deps.ts";
import { scopeCode } from "../domain/value-scope.ts";
import { refuseEnvOnly, requireKey } from "../keys/check-value.ts";
import { requireWriter } from "../keys/require-access.ts";
import { valueChange } from "../keys/value-change.ts";

/** DELETE /admin/config/keys/{key}/scoped: no effect without an override. It also removes overrides that today's rules would refuse. */
export const resetScopedAction = (deps: Deps) =>
  implement(resetScopedConfig, async (ctx) => {
    const { scope: kind, scopeValue, reason = null } = ctx.params;
    const { key, entry } = requireKey(ctx.params.key);
    requireWriter(ctx, key);
    refuseEnvOnly(key, entry);
    const scope = { kind, value: scopeCode(scopeValue) };
    await commitChange(ctx, deps, async (tx, author) => {
      const old = await deps.values.find(key, scope, tx);
      if (!isOverride(old)) return null;
      await deps.values.delete(tx, { key, scope, ...author });
      return valueChange({ key, entry, action: "RESET", old, value: undefined, scope, reason });
    });
  });
