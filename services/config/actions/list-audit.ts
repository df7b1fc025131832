import { implement } from "#libs/contract-kit/implement.ts";
import { listConfigAudit } from "#libs/contracts/config.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { ConfigAuditRow } from "../data/config-audit.model.ts";
import type { Deps } from "../deps.ts";
import { auditWindow, lookBack, shortened } from "../domain/audit-page.ts";

/** GET /admin/config/audit-log, newest first */
export const listAuditAction = ({ audit, clock }: Deps) =>
  implement(listConfigAudit, async ({ params }) => {
    const { domain, changedBy, days, limit } = params;
    const { skip, page } = auditWindow(params);
    const { rows, total } = await audit.list({ domain, changedBy, since: lookBack(days, clock.now()) }, skip, limit);
    return pageOf(rows.map(auditView), total, { page, limit });
  });

function auditView({ _id, key, domain, action, oldValue, newValue, scope, reason, changedBy, changedAt }: ConfigAuditRow) {
  return {
    id: _id,
    key,
    domain,
    action,
    oldValue: shortened(oldValue),
    newValue: shortened(newValue),
    scope,
    reason,
    changedBy,
    changedAt: changedAt.toISOString(),
  };
}
