import { implement } from "#libs/contract-kit/implement.ts";
import { setScopedConfig } from "#libs/contracts/config.ts";
import { checkValue } from "../check-value.ts";
import { commitChange } from "../commit-change.ts";
import type { Deps } from "../deps.ts";
import { scopeCode } from "../domain/scope-code.ts";
import { registeredKey } from "../registered-key.ts";
import { valueChange } from "../value-change.ts";

/** POST /admin/config/keys/{key}/scoped (spec 4.1) */
export const setScopedAction = (deps: Deps) =>
  implement(setScopedConfig, async (ctx) => {
    const { scope: kind, scopeValue, reason = null } = ctx.params;
    const { key, entry } = registeredKey(ctx.params.key);
    const value = checkValue(key, entry, ctx.params.value);
    const scope = { kind, value: scopeCode(scopeValue) };
    await commitChange(ctx, deps, async (tx, author) => {
      const old = await deps.values.find(key, scope, tx);
      await deps.values.put(tx, { key, scope, value, ...author });
      return valueChange({ key, entry, action: "SET_SCOPED", old, value, scope, reason });
    });
  });
