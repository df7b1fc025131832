import { implement } from "#libs/contract-kit/implement.ts";
import { listEscrows } from "#libs/contracts/wallet/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { auditedExport } from "#libs/platform/audit/audited-export.ts";
import { namedOnly } from "#libs/platform/mongo/find-page.ts";
import type { Deps } from "../deps.ts";
import { findReversible } from "../reversals/find-reversible.ts";
import { escrowView } from "../views/escrow-view.ts";

/** GET /admin/escrows */
export const listEscrowsAction = (deps: Pick<Deps, "escrows" | "audit" | "transaction" | "chargebacks" | "clock" | "wallets">) =>
  implement(
    listEscrows,
    auditedExport(deps, async (ctx) => {
      const { userId, messageId, status, ...page } = ctx.params;
      const { rows, total } =
        status === "PROPOSED"
          ? await deps.escrows.listProposed(userId, namedOnly({ messageId }), page)
          : await deps.escrows.list(userId, namedOnly({ messageId, status }), page);
      const reversible = await findReversible(deps, rows);
      return pageOf(
        rows.map((row) => escrowView(row, reversible(row))),
        total,
        page,
      );
    }),
  );
