import { implement } from "#libs/contract-kit/implement.ts";
import { clearConfigCache } from "#libs/contracts/config/index.ts";
import { refreshSettings } from "../changes/snapshot.ts";
import type { Deps } from "../deps.ts";

/** POST /admin/config/cache/clear: makes every process reload all settings, after a manual change in the database. */
export const clearCacheAction = (deps: Deps) =>
  implement(clearConfigCache, async (ctx) => {
    await deps.transaction(async (tx) => {
      await deps.revision.renameStore(tx);
      await deps.audit.add(tx, { actor: ctx.caller.userId, action: "config.CLEAR_CACHE", target: "cache", requestId: ctx.requestId });
    });
    await refreshSettings(ctx, deps);
  });
