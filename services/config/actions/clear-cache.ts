import { implement } from "#libs/contract-kit/implement.ts";
import { clearConfigCache } from "#libs/contracts/config.ts";
import { spreadChange } from "../commit-change.ts";
import type { Deps } from "../deps.ts";

/** POST /admin/config/cache/clear: for values that were changed in the store itself, where nobody counts the changes. */
export const clearCacheAction = (deps: Deps) =>
  implement(clearConfigCache, async (ctx) => {
    await deps.transaction(async (tx) => {
      await deps.revision.renew(tx);
      await deps.auditLog.add(tx, { actor: ctx.caller.userId, action: "config.CLEAR_CACHE", target: "cache", requestId: ctx.requestId });
    });
    await spreadChange(ctx, deps);
  });
