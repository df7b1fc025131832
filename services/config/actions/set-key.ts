import { implement } from "#libs/contract-kit/implement.ts";
import { setConfigKey } from "#libs/contracts/config/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { commitChange } from "../changes/commit-change.ts";
import type { Deps } from "../deps.ts";
import { checkValue, requireKey } from "../keys/check-value.ts";
import { requireWriter } from "../keys/require-access.ts";
import { valueChange } from "../keys/value-change.ts";

/** PATCH /admin/config/keys/{key} (spec 4.1) */
export const setKeyAction = (deps: Deps) =>
  implement(setConfigKey, async (ctx) => {
    const { reason = null, expectedVersion } = ctx.params;
    const { key, entry } = requireKey(ctx.params.key);
    requireWriter(ctx, key);
    const { value, removal } = checkValue(deps, key, entry, ctx.params.value);
    await commitChange(ctx, deps, async (tx, author) => {
      const old = await deps.values.find(key, null, tx);
      if (expectedVersion !== undefined && expectedVersion !== (old?.version ?? 0))
        throw new AppError("config.error.version_conflict", { key });
      await deps.values.upsert(tx, { key, scope: null, value, ...author });
      return valueChange({ key, entry, action: "SET", old, value, scope: null, reason });
    });
    return removal;
  });
