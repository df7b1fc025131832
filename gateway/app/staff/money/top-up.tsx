import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { listAdminTopUps } from "#libs/contracts/wallet/top-ups.ts";
import { staffApi } from "../staff-session.ts";

const topUpsOf = (filter: { readonly id: string }) => staffApi.call(listAdminTopUps, filter);

/** A top-up as staff see it. */
export type TopUp = Awaited<ReturnType<typeof topUpsOf>>["items"][number];

/** A top-up by its id; null: there is none. */
export const findTopUp = async (id: string): Promise<TopUp | null> => (await topUpsOf({ id })).items[0] ?? null;

export const STATES = {
  REVIEW: { kind: "warn", text: "page.staffMoney.topupReview" },
  PENDING: { kind: "neutral", text: "page.staffMoney.topupPending" },
  SUCCEEDED: { kind: "good", text: "page.staffMoney.topupSucceeded" },
  FAILED: { kind: "danger", text: "page.staffMoney.topupFailed" },
  CANCELLED: { kind: "neutral", text: "page.staffMoney.topupCancelled" },
  RETURNING: { kind: "warn", text: "page.staffMoney.topupReturning" },
  RETURNED: { kind: "neutral", text: "page.staffMoney.topupReturned" },
} as const satisfies Record<TopUp["status"], { readonly kind: string; readonly text: TextKey }>;

export function TopUpState({ status }: Pick<TopUp, "status">): VNode {
  const { kind, text } = STATES[status];
  return <Badge kind={kind}>{useReader().t(text)}</Badge>;
}

/** Why a top-up is in its state. */
export const REASONS = {
  BY_PAYER: "page.staffMoney.byPayer",
  EXPIRED: "page.staffMoney.notInTime",
  AMOUNT_DIFFERS: "page.staffMoney.amountDiffers",
  CURRENCY_DIFFERS: "page.staffMoney.currencyDiffers",
  RETURN_FAILED: "page.staffMoney.returnFailed",
  DISPUTE_LOST: "page.wallet.kind.chargeback",
} as const satisfies Record<NonNullable<TopUp["reason"]>, TextKey>;
