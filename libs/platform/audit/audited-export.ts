import { beginsTable } from "#libs/contract-kit/csv-params.ts";
import type { Ctx } from "#libs/contract-kit/implement.ts";
import { runningAction } from "#libs/contract-kit/running-action.ts";
import type { StaffAction } from "#libs/contracts/config/audited-actions.ts";
import type { Transaction } from "#libs/platform/mongo/transaction.ts";
import type { AuditLog } from "./audit-log.ts";

interface TableParams {
  readonly format: string;
  readonly after?: string | undefined;
}

/** Parameters that do not say which items a list has. */
const NO_FILTERS = new Set(["format", "after", "page", "limit", "sort", "offset", "cursor"]);

/**
 * The handler of a list for staff, which records each export before its first part. An export that could not be recorded does not happen.
 * The line has the names of the filters.
 */
export function auditedExport<P extends TableParams, R>(
  { audit, transaction }: { readonly audit: AuditLog; readonly transaction: Transaction },
  list: (ctx: Ctx<P>) => Promise<R>,
): (ctx: Ctx<P>) => Promise<R> {
  return async (ctx) => {
    const action = runningAction();
    if (action && beginsTable(ctx.params)) {
      const given = Object.entries(ctx.params).filter(([name, value]) => value !== undefined && !NO_FILTERS.has(name));
      const details = { format: "csv", filters: given.map(([name]) => name) };
      // A test walks the exports for staff: each is declared.
      const [name, target] = [action.name as StaffAction, action.http?.csv ?? ""];
      const line = { actor: ctx.caller.userId, action: name, target, details, requestId: ctx.requestId };
      await transaction((tx) => audit.add(tx, line));
    }
    return list(ctx);
  };
}
