import { implement } from "#libs/contract-kit/implement.ts";
import { rollbackConfig } from "#libs/contracts/config/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { commitChange } from "../changes/commit-change.ts";
import { revertChange } from "../changes/revert-change.ts";
import type { Deps } from "../deps.ts";
import { requireWriter } from "../keys/require-access.ts";

/** POST /admin/config/rollback: restores the state before the change, so later changes of the same key are lost too. */
export const rollbackAction = (deps: Deps) =>
  implement(rollbackConfig, async (ctx) => {
    const { auditId, reason = null } = ctx.params;
    const entry = await deps.configAudit.find(auditId);
    if (!entry) throw new AppError("config.error.audit_entry_not_found");
    requireWriter(ctx, entry.key);
    await commitChange(ctx, deps, (tx, author) => revertChange(deps, { tx, author, entry, reason }));
  });
