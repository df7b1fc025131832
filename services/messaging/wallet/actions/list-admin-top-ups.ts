import { implement } from "#libs/contract-kit/implement.ts";
import { listAdminTopUps } from "#libs/contracts/wallet/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { auditedExport } from "#libs/platform/audit/audited-export.ts";
import { namedOnly } from "#libs/platform/mongo/find-page.ts";
import type { Deps } from "../deps.ts";
import { adminTopUpView } from "../views/top-up-view.ts";

/** GET /admin/topups */
export const listAdminTopUpsAction = (deps: Pick<Deps, "topUps" | "audit" | "transaction">) =>
  implement(
    listAdminTopUps,
    auditedExport(deps, async (ctx) => {
      const { id, userId, status, ...page } = ctx.params;
      const { rows, total } = await deps.topUps.list(namedOnly({ _id: id, userId, status }), page);
      return pageOf(rows.map(adminTopUpView), total, page);
    }),
  );
