import { formatMoney } from "#libs/kernel/money.ts";
import type { Wallet } from "../domain/wallet.ts";

/** A wallet as its user sees it. */
export function walletView({ _id, kind, currency, balance, held, frozen }: Wallet) {
  return { walletId: _id, kind, currency, balance: formatMoney(balance), held: formatMoney(held), frozen };
}

/** A wallet as an administrator sees it: with who has frozen it. */
export function adminWalletView(wallet: Wallet) {
  const { freezing } = wallet;
  return { ...walletView(wallet), freezing: freezing ? { ...freezing, at: freezing.at.toISOString() } : null };
}
