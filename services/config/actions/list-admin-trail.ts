import { implement } from "#libs/contract-kit/implement.ts";
import { listAdminTrail } from "#libs/contracts/config/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { auditedExport } from "#libs/platform/audit/audited-export.ts";
import type { Deps } from "../deps.ts";
import { daysAgo } from "../domain/audit-page.ts";
import { adminTrailView } from "../views/audit-view.ts";

/** GET /admin/audit, newest first */
export const listAdminTrailAction = (deps: Pick<Deps, "adminTrail" | "clock" | "audit" | "transaction">) =>
  implement(
    listAdminTrail,
    auditedExport(deps, async ({ params: { actor, action, target, days, ...page } }) => {
      const { rows, total } = await deps.adminTrail.list({ actor, action, target, since: daysAgo(days, deps.clock.now()) }, page);
      return pageOf(rows.map(adminTrailView), total, page);
    }),
  );
