import { implement } from "#libs/contract-kit/implement.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { getTrialBalance } from "#libs/contracts/wallet/index.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { auditedExport } from "#libs/platform/audit/audited-export.ts";
import type { Deps } from "../deps.ts";
import { sumOf } from "../domain/ledger.ts";
import { accountTotalsView, totalsView } from "../views/ledger-view.ts";

/** GET /admin/ledger/trial-balance: a page of accounts by name, and the totals of all of them on each page. */
export const getTrialBalanceAction = (deps: Pick<Deps, "ledger" | "clock" | "audit" | "transaction">) =>
  implement(
    getTrialBalance,
    auditedExport(deps, async (ctx) => {
      const { limit, cursor = "" } = ctx.params;
      const asOf = deps.clock.now().toISOString();
      const accounts = await deps.ledger.totals();
      const totals = { debit: sumOf(accounts.map(({ debit }) => debit)), credit: sumOf(accounts.map(({ credit }) => credit)) };
      const rest = accounts.filter(({ account }) => account > cursor);
      const page = rest.slice(0, limit);
      const hasMore = rest.length > page.length;
      return {
        currency: CURRENCY,
        accounts: page.map(accountTotalsView),
        total: formatMoney(totals.credit - totals.debit),
        asOf,
        accountCount: accounts.length,
        totals: totalsView(totals),
        nextCursor: hasMore ? (page.at(-1)?.account ?? null) : null,
        hasMore,
      };
    }),
  );
