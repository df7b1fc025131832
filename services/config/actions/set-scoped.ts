import { implement } from "#libs/contract-kit/implement.ts";
import { setScopedConfig } from "#libs/contracts/config/index.ts";
import { commitChange } from "../changes/commit-change.ts";
import type { Deps } from "../deps.ts";
import { scopeCode } from "../domain/value-scope.ts";
import { checkScope, checkValue, requireKey } from "../keys/check-value.ts";
import { requireWriter } from "../keys/require-access.ts";
import { valueChange } from "../keys/value-change.ts";

/** POST /admin/config/keys/{key}/scoped (spec 4.1) */
export const setScopedAction = (deps: Deps) =>
  implement(setScopedConfig, async (ctx) => {
    const { scope: kind, scopeValue, reason = null } = ctx.params;
    const { key, entry } = requireKey(ctx.params.key);
    requireWriter(ctx, key);
    const { value, removal } = checkValue(deps, key, entry, ctx.params.value);
    const scope = { kind, value: scopeCode(scopeValue) };
    checkScope(key, entry, scope);
    await commitChange(ctx, deps, async (tx, author) => {
      const old = await deps.values.find(key, scope, tx);
      await deps.values.upsert(tx, { key, scope, value, ...author });
      return valueChange({ key, entry, action: "SET_SCOPED", old, value, scope, reason });
    });
    return removal;
  });
