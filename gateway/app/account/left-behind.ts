import { amountOf, centsOf } from "#gateway/ui/amount.ts";
import type { TextKey } from "#gateway/ui/texts.ts";
import { getMyProfile } from "#libs/contracts/creator/profile.ts";
import { getEarnings, getWallet } from "#libs/contracts/wallet/index.ts";
import { api } from "../client/api.ts";
import { isCreator, type Me } from "../client/me.ts";

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
  const { currency, available, inHold, pending, requested } = await api.call(getEarnings, { creatorId });
  return [
    { text: "page.payouts.title", amount: amountOf(centsOf(available) + centsOf(inHold)), currency },
    { text: "page.payouts.pending", amount: pending, currency },
    { text: "page.payouts.list", amount: requested, currency },
  ];
}
