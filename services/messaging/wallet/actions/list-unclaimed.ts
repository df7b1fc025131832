import { implement } from "#libs/contract-kit/implement.ts";
import { listUnclaimed } from "#libs/contracts/wallet/leaving.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { auditedExport } from "#libs/platform/audit/audited-export.ts";
import { namedOnly } from "#libs/platform/mongo/find-page.ts";
import type { Deps } from "../deps.ts";
import { unclaimedView } from "../views/unclaimed-view.ts";

/** GET /admin/unclaimed */
export const listUnclaimedAction = (deps: Pick<Deps, "unclaimed" | "audit" | "transaction">) =>
  implement(
    listUnclaimed,
    auditedExport(deps, async (ctx) => {
      const { id, userId, status, ...page } = ctx.params;
      const named = namedOnly({ _id: id, userId });
      const { rows, total } =
        status === "PROPOSED"
          ? await deps.unclaimed.listProposed(named, page)
          : await deps.unclaimed.list({ ...named, ...namedOnly({ status }) }, page);
      return pageOf(rows.map(unclaimedView), total, page);
    }),
  );
