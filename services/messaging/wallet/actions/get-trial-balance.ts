import { implement } from "#libs/contract-kit/implement.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { getTrialBalance } from "#libs/contracts/wallet/index.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { auditedExport } from "#libs/platform/audit/audited-export.ts";
import { auditStatusOf } from "../audit/audit-status.ts";
import { readBalances } from "../audit/read-balances.ts";
import type { Deps } from "../deps.ts";
import { accountTotalsView, totalsView } from "../views/ledger-view.ts";

type BalanceDeps = Pick<Deps, "audit" | "audits" | "clock" | "config" | "database" | "findings" | "startedAt" | "transaction">;

/** GET /admin/ledger/trial-balance: a page of accounts by name, and the totals of all of them on each page. */
export const getTrialBalanceAction = (deps: BalanceDeps) =>
  implement(
    getTrialBalance,
    auditedExport(deps, async (ctx) => {
      const { limit, cursor = "" } = ctx.params;
      const [{ accounts, accountCount, totals, asOf }, status, full] = await Promise.all([
        readBalances(deps, cursor, limit),
        auditStatusOf(deps),
        deps.audits.find("FULL"),
      ]);
      const page = accounts.slice(0, limit);
      const hasMore = accounts.length > page.length;
      return {
        currency: CURRENCY,
        accounts: page.map(accountTotalsView),
        total: formatMoney(totals.credit - totals.debit),
        asOf: asOf.toISOString(),
        accountCount,
        totals: totalsView(totals),
        nextCursor: hasMore ? (page.at(-1)?.account ?? null) : null,
        hasMore,
        audit: { status, fullAt: full?.lastSuccessAt?.toISOString() ?? null },
      };
    }),
  );
