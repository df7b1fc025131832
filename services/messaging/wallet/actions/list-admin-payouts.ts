import { implement } from "#libs/contract-kit/implement.ts";
import { listAdminPayouts } from "#libs/contracts/wallet/payouts.ts";
import { minorUnitsOf } from "#libs/kernel/money.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { auditedExport } from "#libs/platform/audit/audited-export.ts";
import { namedOnly } from "#libs/platform/mongo/find-page.ts";
import type { Deps } from "../deps.ts";
import { PAYOUT_SETTLEMENT } from "../domain/payout.ts";
import { hindrancesOf } from "../payouts/hindrances.ts";
import { payoutNumbers } from "../payouts/payout-numbers.ts";
import { isProviderGone } from "../settlements/settle-by-hand.ts";
import { adminPayoutView } from "../views/payout-view.ts";

/** GET /admin/payouts */
export const listAdminPayoutsAction = (
  deps: Pick<Deps, "payouts" | "ledger" | "audit" | "transaction" | "config" | "clock" | "wallets" | "destinations" | "payment">,
) =>
  implement(
    listAdminPayouts,
    auditedExport(deps, async (ctx) => {
      const { id, userId, status, ...page } = ctx.params;
      const named = namedOnly({ _id: id, userId });
      const { rows, total } =
        status === "WAITING"
          ? await deps.payouts.listWaiting(named, page)
          : await deps.payouts.list({ ...named, ...namedOnly({ status }) }, page);
      const threshold = minorUnitsOf(deps.config.read("payment.payout_approval_threshold"));
      const [numbers, hindranceOf] = await Promise.all([payoutNumbers(deps.ledger, rows), hindrancesOf(deps, rows)]);
      const items = rows.map((payout) =>
        adminPayoutView(payout, numbers, threshold, hindranceOf(payout), isProviderGone(deps, PAYOUT_SETTLEMENT, payout)),
      );
      return pageOf(items, total, page);
    }),
  );
