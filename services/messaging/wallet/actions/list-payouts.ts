import { implement } from "#libs/contract-kit/implement.ts";
import { listPayouts } from "#libs/contracts/wallet/payouts.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { payoutNumbers } from "../payouts/payout-numbers.ts";
import { payoutView } from "../views/payout-view.ts";

/** GET /payouts */
export const listPayoutsAction = ({ payouts, ledger }: Pick<Deps, "payouts" | "ledger">) =>
  implement(listPayouts, async (ctx) => {
    const { rows, total } = await payouts.list({ userId: ctx.caller.userId }, ctx.params);
    const numbers = await payoutNumbers(ledger, rows);
    const items = rows.map((payout) => payoutView(payout, numbers));
    return pageOf(items, total, ctx.params);
  });
