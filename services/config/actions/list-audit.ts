import { implement } from "#libs/contract-kit/implement.ts";
import { listConfigAudit } from "#libs/contracts/config/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { auditPage, daysAgo } from "../domain/audit-page.ts";
import { auditEntryView } from "../views/audit-view.ts";

/** GET /admin/config/audit-log, newest first */
export const listAuditAction = ({ configAudit, clock }: Deps) =>
  implement(listConfigAudit, async ({ params }) => {
    const { domain, changedBy, days, limit } = params;
    const { skip, page } = auditPage(params);
    const { rows, total } = await configAudit.list({ domain, changedBy, since: daysAgo(days, clock.now()) }, skip, limit);
    return pageOf(rows.map(auditEntryView), total, { page, limit });
  });
