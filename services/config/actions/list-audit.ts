import { implement } from "#libs/contract-kit/implement.ts";
import { listConfigAudit } from "#libs/contracts/config/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { auditedExport } from "#libs/platform/audit/audited-export.ts";
import type { Deps } from "../deps.ts";
import { daysAgo, pageWithOffset } from "../domain/audit-page.ts";
import { auditEntryView } from "../views/audit-view.ts";

/** GET /admin/config/audit-log, newest first */
export const listAuditAction = (deps: Pick<Deps, "configAudit" | "clock" | "audit" | "transaction">) =>
  implement(
    listConfigAudit,
    auditedExport(deps, async ({ params }) => {
      const { domain, changedBy, days } = params;
      const page = pageWithOffset(params);
      const { rows, total } = await deps.configAudit.list({ domain, changedBy, since: daysAgo(days, deps.clock.now()) }, page);
      return pageOf(rows.map(auditEntryView), total, page);
    }),
  );
