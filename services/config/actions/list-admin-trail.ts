import { implement } from "#libs/contract-kit/implement.ts";
import { listAdminTrail } from "#libs/contracts/config/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { daysAgo } from "../domain/audit-page.ts";
import { adminTrailView } from "../views/audit-view.ts";

/** GET /admin/audit, newest first */
export const listAdminTrailAction = ({ adminTrail, clock }: Pick<Deps, "adminTrail" | "clock">) =>
  implement(listAdminTrail, async ({ params: { actor, action, target, days, page, limit } }) => {
    const filter = { actor, action, target, since: daysAgo(days, clock.now()) };
    const { rows, total } = await adminTrail.list(filter, (page - 1) * limit, limit);
    return pageOf(rows.map(adminTrailView), total, { page, limit });
  });
