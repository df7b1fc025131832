import { implement } from "#libs/contract-kit/implement.ts";
import { rollbackConfig } from "#libs/contracts/config.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { commitChange } from "../commit-change.ts";
import type { Deps } from "../deps.ts";
import { restore } from "../restore.ts";

/** POST /admin/config/rollback: later changes of the same thing are undone with it. */
export const rollbackAction = (deps: Deps) =>
  implement(rollbackConfig, async (ctx) => {
    const { auditId, reason = null } = ctx.params;
    const undone = await deps.audit.find(auditId);
    if (!undone) throw new AppError("config.error.audit_entry_not_found");
    await commitChange(ctx, deps, (tx, author) => restore(deps, { tx, author, undone, reason }));
  });
