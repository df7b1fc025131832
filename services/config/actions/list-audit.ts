import { implement } from "#libs/contract-kit/implement.ts";
import { listConfigAudit } from "#libs/contracts/config.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { auditView } from "../audit-view.ts";
import type { Deps } from "../deps.ts";
import { auditWindow, lookBack } from "../domain/audit-page.ts";

/** GET /admin/config/audit-log, newest first */
export const listAuditAction = ({ audit, clock }: Deps) =>
  implement(listConfigAudit, async ({ params }) => {
    const { domain, changedBy, days, limit } = params;
    const { skip, page } = auditWindow(params);
    const { rows, total } = await audit.list({ domain, changedBy, since: lookBack(days, clock.now()) }, skip, limit);
    return pageOf(rows.map(auditView), total, { page, limit });
  });
