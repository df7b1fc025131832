import { implement } from "#libs/contract-kit/implement.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { getTrialBalance } from "#libs/contracts/wallet/index.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { Deps } from "../deps.ts";
import { sumOf } from "../domain/ledger.ts";
import { accountTotalsView } from "../views/ledger-view.ts";

/** GET /admin/ledger/trial-balance */
export const getTrialBalanceAction = ({ ledger }: Pick<Deps, "ledger">) =>
  implement(getTrialBalance, async () => {
    const totals = await ledger.totals();
    const total = sumOf(totals.map(({ debit, credit }) => credit - debit));
    return { currency: CURRENCY, accounts: totals.map(accountTotalsView), total: formatMoney(total) };
  });
