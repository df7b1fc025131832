import { amountOf, centsOf } from "#gateway/ui/amount.ts";
import type { TextKey } from "#gateway/ui/texts.ts";
import { getMyProfile } from "#libs/contracts/creator/profile.ts";
import { getEarnings, getWallet, listPayouts } from "#libs/contracts/wallet/index.ts";
import { api } from "../client/api.ts";
import { isCreator, type Me } from "../client/me.ts";

/** Longest page of payouts. */
const PAYOUTS_AT_ONCE = 50;

interface Sum {
  readonly text: TextKey;
  /** Decimal. */
  readonly amount: string;
  readonly currency: string;
}

/** The money that a user would leave behind, by place; places without money are left out. */
export async function leftBehind(me: Me): Promise<readonly Sum[]> {
  const [{ currency, balance, held }, earned] = await Promise.all([api.call(getWallet), isCreator(me) ? earnings() : []]);
  const sums: readonly Sum[] = [
    { text: "page.wallet.title", amount: balance, currency },
    { text: "page.wallet.held", amount: held, currency },
    ...earned,
  ];
  return sums.filter(({ amount }) => centsOf(amount) > 0);
}

async function earnings(): Promise<readonly Sum[]> {
  const { id: creatorId } = await api.call(getMyProfile);
  const [{ currency, available, pending }, underWay] = await Promise.all([api.call(getEarnings, { creatorId }), payoutsUnderWay()]);
  return [
    { text: "page.payouts.title", amount: available, currency },
    { text: "page.payouts.pending", amount: pending, currency },
    { text: "page.payouts.list", amount: underWay, currency },
  ];
}

/** The sum of the payouts that are neither paid nor failed. */
async function payoutsUnderWay(): Promise<string> {
  let cents = 0;
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { items, totalPages } = await api.call(listPayouts, { page, limit: PAYOUTS_AT_ONCE });
    for (const { status, amount } of items) if (status === "REQUESTED" || status === "PROCESSING") cents += centsOf(amount);
    pages = totalPages;
  }
  return amountOf(cents);
}
