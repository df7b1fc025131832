import { implement } from "#libs/contract-kit/implement.ts";
import { listAdminTrail } from "#libs/contracts/config.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { TrailRow } from "../data/admin-trail.store.ts";
import type { Deps } from "../deps.ts";
import { lookBack } from "../domain/audit-page.ts";

/** GET /admin/audit, newest first */
export const listAdminTrailAction = ({ trail, clock }: Pick<Deps, "trail" | "clock">) =>
  implement(listAdminTrail, async ({ params: { actor, action, target, days, page, limit } }) => {
    const filter = { actor, action, target, since: lookBack(days, clock.now()) };
    const { rows, total } = await trail.list(filter, (page - 1) * limit, limit);
    return pageOf(rows.map(lineView), total, { page, limit });
  });

function lineView({ _id: id, actor, action, target, at, service, details, requestId }: TrailRow) {
  return { id, actor, action, target, at: at.toISOString(), service, details, requestId };
}
