import { formatMoney } from "#libs/kernel/money.ts";
import type { TopUp } from "../domain/top-up.ts";

/** A top-up as its user sees it. */
export function topUpView({ _id, status, amount, currency, createdAt }: TopUp) {
  return { topupId: _id, status, amount: formatMoney(amount), currency, createdAt: createdAt.toISOString() };
}
