import { implement } from "#libs/contract-kit/implement.ts";
import { listAdminPayouts } from "#libs/contracts/wallet/payouts.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { namedOnly } from "#libs/platform/mongo/find-page.ts";
import type { Deps } from "../deps.ts";
import { adminPayoutView } from "../views/payout-view.ts";

/** GET /admin/payouts */
export const listAdminPayoutsAction = ({ payouts }: Pick<Deps, "payouts">) =>
  implement(listAdminPayouts, async (ctx) => {
    const { id, userId, status, ...page } = ctx.params;
    const { rows, total } = await payouts.list(namedOnly({ _id: id, userId, status }), page);
    return pageOf(rows.map(adminPayoutView), total, page);
  });
