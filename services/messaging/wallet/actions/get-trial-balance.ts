import { implement } from "#libs/contract-kit/implement.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { getTrialBalance } from "#libs/contracts/wallet.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { WalletDeps } from "../deps.ts";
import { sumOf } from "../domain/ledger.ts";

export const getTrialBalanceAction = ({ ledger }: Pick<WalletDeps, "ledger">) =>
  implement(getTrialBalance, async () => {
    const totals = await ledger.totals();
    return {
      currency: CURRENCY,
      accounts: totals.map(({ account, debit, credit }) => ({
        account,
        debit: formatMoney(debit),
        credit: formatMoney(credit),
        balance: formatMoney(credit - debit),
      })),
      total: formatMoney(sumOf(totals.map(({ debit, credit }) => credit - debit))),
    };
  });
