import { implement } from "#libs/contract-kit/implement.ts";
import { listAdjustments } from "#libs/contracts/wallet/adjustments.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { auditedExport } from "#libs/platform/audit/audited-export.ts";
import { namedOnly } from "#libs/platform/mongo/find-page.ts";
import type { Deps } from "../deps.ts";
import { adjustmentView } from "../views/adjustment-view.ts";

/** GET /admin/ledger/adjustments */
export const listAdjustmentsAction = (deps: Pick<Deps, "adjustments" | "audit" | "transaction">) =>
  implement(
    listAdjustments,
    auditedExport(deps, async (ctx) => {
      const { id, userId, status, ...page } = ctx.params;
      const { rows, total } = await deps.adjustments.list(namedOnly({ _id: id, userId, status }), page);
      return pageOf(rows.map(adjustmentView), total, page);
    }),
  );
