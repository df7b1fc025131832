import { formatMoney } from "#libs/kernel/money.ts";
import type { TopUp, TopUpStatus } from "../domain/top-up.ts";

export interface TopUpView {
  topupId: string;
  status: TopUpStatus;
  amount: string;
  currency: string;
  createdAt: string;
}

/** A top-up as the interface shows it. */
export function topUpView({ _id, status, amount, currency, createdAt }: TopUp): TopUpView {
  return { topupId: _id, status, amount: formatMoney(amount), currency, createdAt: createdAt.toISOString() };
}
