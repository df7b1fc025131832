import { implement } from "#libs/contract-kit/implement.ts";
import { listAdminRefunds } from "#libs/contracts/wallet/refunds.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { auditedExport } from "#libs/platform/audit/audited-export.ts";
import { namedOnly } from "#libs/platform/mongo/find-page.ts";
import type { Deps } from "../deps.ts";
import { REFUND_SETTLEMENT } from "../domain/refund.ts";
import { isProviderGone } from "../settlements/settle-by-hand.ts";
import { adminRefundView } from "../views/refund-view.ts";

/** GET /admin/refunds */
export const listAdminRefundsAction = (deps: Pick<Deps, "refunds" | "audit" | "transaction" | "payment">) =>
  implement(
    listAdminRefunds,
    auditedExport(deps, async (ctx) => {
      const { id, userId, status, ...page } = ctx.params;
      const { rows, total } = await deps.refunds.list(namedOnly({ _id: id, userId, status }), page);
      return pageOf(
        rows.map((refund) => adminRefundView(refund, isProviderGone(deps, REFUND_SETTLEMENT, refund))),
        total,
        page,
      );
    }),
  );
