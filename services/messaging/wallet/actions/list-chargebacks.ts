import { implement } from "#libs/contract-kit/implement.ts";
import { listChargebacks } from "#libs/contracts/wallet/chargebacks.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { auditedExport } from "#libs/platform/audit/audited-export.ts";
import { namedOnly } from "#libs/platform/mongo/find-page.ts";
import type { Deps } from "../deps.ts";
import { amountToWriteOff } from "../domain/chargeback.ts";
import { chargebackView } from "../views/chargeback-view.ts";

/** GET /admin/chargebacks */
export const listChargebacksAction = (deps: Pick<Deps, "chargebacks" | "audit" | "transaction" | "wallets">) =>
  implement(
    listChargebacks,
    auditedExport(deps, async (ctx) => {
      const { id, userId, status, ...page } = ctx.params;
      const named = namedOnly({ _id: id, userId });
      const { rows, total } =
        status === "PROPOSED"
          ? await deps.chargebacks.listProposed(named, page)
          : await deps.chargebacks.list({ ...named, ...namedOnly({ status }) }, page);
      const debtors = rows.filter(({ status }) => status === "LOST").map(({ userId }) => userId);
      const owned = (await deps.wallets.listOfUsers(debtors)).filter(({ kind }) => kind === "FAN");
      const balances = new Map(owned.map(({ userId: owner, balance }) => [owner, balance]));
      return pageOf(
        rows.map((row) => chargebackView(row, amountToWriteOff(row, balances.get(row.userId) ?? 0n))),
        total,
        page,
      );
    }),
  );
