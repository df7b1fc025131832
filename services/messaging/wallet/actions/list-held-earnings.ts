import { implement } from "#libs/contract-kit/implement.ts";
import { listHeldEarnings } from "#libs/contracts/wallet/held-earnings.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { auditedExport } from "#libs/platform/audit/audited-export.ts";
import { namedOnly } from "#libs/platform/mongo/find-page.ts";
import type { Deps } from "../deps.ts";
import { heldView } from "../views/held-view.ts";

/** GET /admin/held-earnings */
export const listHeldEarningsAction = (deps: Pick<Deps, "escrows" | "audit" | "transaction">) =>
  implement(
    listHeldEarnings,
    auditedExport(deps, async (ctx) => {
      const { id, userId, status, ...page } = ctx.params;
      const { rows, total } = await deps.escrows.listReviewed(userId, namedOnly({ messageId: id, "review.status": status }), page);
      return pageOf(rows.map(heldView), total, page);
    }),
  );
