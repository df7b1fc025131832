import { implement } from "#libs/contract-kit/implement.ts";
import { listAdminPayouts } from "#libs/contracts/wallet/payouts.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { adminPayoutView } from "../views/payout-view.ts";

/** GET /admin/payouts */
export const listAdminPayoutsAction = ({ payouts }: Pick<Deps, "payouts">) =>
  implement(listAdminPayouts, async (ctx) => {
    const { status, page, limit } = ctx.params;
    const { rows, total } = await payouts.list(status === undefined ? {} : { status }, { page, limit });
    return pageOf(rows.map(adminPayoutView), total, { page, limit });
  });
