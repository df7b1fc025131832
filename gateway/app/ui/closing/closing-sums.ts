import { amountOf, centsOf } from "#gateway/ui/amount.ts";
import type { TextKey } from "#gateway/ui/texts.ts";
import { getMyProfile } from "#libs/contracts/creator/profile.ts";
import { getClosing } from "#libs/contracts/wallet/leaving.ts";
import { getEarnings } from "#libs/contracts/wallet/payouts.ts";
import { api } from "../../client/api.ts";
import { isCreator, whoAmI } from "../../client/me.ts";

/** A sum, and a sentence about where it goes when the account is deleted. */
interface ClosingSum {
  readonly text: TextKey;
  /** Decimal. */
  readonly amount: string;
  readonly currency: string;
}

/** The money of the reader; sums of zero are left out. @param waits the deletion was asked for, so little else can be read */
export async function closingSums(waits: boolean): Promise<readonly ClosingSum[]> {
  const [{ currency, balance, refundable, held, earnings, payouts }, pending] = await Promise.all([
    api.call(getClosing),
    waits ? "0.00" : pendingEarnings(),
  ]);
  const sums = [
    { text: "page.closing.toSource", amount: refundable },
    { text: "page.closing.toClaim", amount: amountOf(Math.max(0, centsOf(balance) - centsOf(refundable))) },
    { text: "page.closing.held", amount: held },
    { text: "page.closing.earnings", amount: earnings },
    { text: "page.closing.open", amount: pending },
    { text: "page.closing.payouts", amount: payouts },
  ] as const;
  return sums.filter(({ amount }) => centsOf(amount) > 0).map((sum) => ({ ...sum, currency }));
}

/** What the reader would earn by answering. */
async function pendingEarnings(): Promise<string> {
  if (!isCreator(await whoAmI())) return "0.00";
  const { id: creatorId } = await api.call(getMyProfile);
  return (await api.call(getEarnings, { creatorId })).pending;
}
