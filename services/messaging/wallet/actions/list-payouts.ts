import { implement } from "#libs/contract-kit/implement.ts";
import { listPayouts } from "#libs/contracts/payouts.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { WalletDeps } from "../deps.ts";
import { payoutView } from "./payout-view.ts";

export const listPayoutsAction = ({ payouts }: Pick<WalletDeps, "payouts">) =>
  implement(listPayouts, async (ctx) => {
    const { rows, total } = await payouts.page({ userId: ctx.caller.userId }, ctx.params);
    return pageOf(rows.map(payoutView), total, ctx.params);
  });
