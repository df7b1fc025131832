import { formatMoney } from "#libs/kernel/money.ts";
import type { Wallet } from "../domain/wallet.ts";

/** A wallet as its user, or an administrator, sees it. */
export function walletView({ _id, kind, currency, balance, held, frozen }: Wallet) {
  return { walletId: _id, kind, currency, balance: formatMoney(balance), held: formatMoney(held), frozen };
}
