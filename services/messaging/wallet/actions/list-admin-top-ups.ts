import { implement } from "#libs/contract-kit/implement.ts";
import { listAdminTopUps } from "#libs/contracts/wallet/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { auditedExport } from "#libs/platform/audit/audited-export.ts";
import { namedOnly } from "#libs/platform/mongo/find-page.ts";
import type { Deps } from "../deps.ts";
import { TOPUP_SETTLEMENT } from "../domain/top-up.ts";
import { isProviderGone } from "../settlements/settle-by-hand.ts";
import { adminTopUpView } from "../views/top-up-view.ts";

/** GET /admin/topups */
export const listAdminTopUpsAction = (deps: Pick<Deps, "topUps" | "audit" | "transaction" | "payment">) =>
  implement(
    listAdminTopUps,
    auditedExport(deps, async (ctx) => {
      const { id, userId, status, ...page } = ctx.params;
      const { rows, total } = await deps.topUps.list(namedOnly({ _id: id, userId, status }), page);
      return pageOf(
        rows.map((topUp) => adminTopUpView(topUp, isProviderGone(deps, TOPUP_SETTLEMENT, topUp))),
        total,
        page,
      );
    }),
  );
