import type { WalletKind } from "#libs/contracts/wallet.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { Wallet } from "../domain/wallet.ts";

export interface WalletView {
  walletId: string;
  kind: WalletKind;
  currency: string;
  balance: string;
  held: string;
  frozen: boolean;
}

/** A wallet as the interface shows it. */
export function walletView({ _id, kind, currency, balance, held, frozen }: Wallet): WalletView {
  return { walletId: _id, kind, currency, balance: formatMoney(balance), held: formatMoney(held), frozen };
}
