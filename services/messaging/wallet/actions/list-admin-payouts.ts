import { implement } from "#libs/contract-kit/implement.ts";
import { listAdminPayouts } from "#libs/contracts/payouts.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { WalletDeps } from "../deps.ts";
import type { Payout } from "../domain/payout.ts";
import { payoutView } from "./payout-view.ts";

export const listAdminPayoutsAction = ({ payouts }: Pick<WalletDeps, "payouts">) =>
  implement(listAdminPayouts, async (ctx) => {
    const { status, page, limit } = ctx.params;
    const { rows, total } = await payouts.page(status === undefined ? {} : { status }, { page, limit });
    return pageOf(rows.map(adminView), total, { page, limit });
  });

function adminView(payout: Payout) {
  const { userId, creatorId, decidedBy } = payout;
  return { ...payoutView(payout), userId, creatorId, decidedBy };
}
