import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { listAdminPayouts, type PayoutStatus } from "#libs/contracts/wallet/payouts.ts";
import { staffApi } from "../../staff-session.ts";

const payoutsOf = (filter: { readonly id: string } | { readonly userId: string }) => staffApi.call(listAdminPayouts, filter);

/** A payout as staff see it. */
export type Payout = Awaited<ReturnType<typeof payoutsOf>>["items"][number];

/** A payout by its id; null: there is none. */
export const findPayout = async (id: string): Promise<Payout | null> => (await payoutsOf({ id })).items[0] ?? null;

/** The latest payouts of a person. */
export const latestPayoutsOf = async (userId: string): Promise<readonly Payout[]> => (await payoutsOf({ userId })).items;

/** Whether staff may still approve or refuse it. */
export const isUndecided = (status: PayoutStatus): boolean => status === "REQUESTED" || status === "APPROVED";

export const STATES = {
  REQUESTED: { kind: "warn", text: "page.payouts.requested" },
  APPROVED: { kind: "warn", text: "page.payouts.approved" },
  PROCESSING: { kind: "warn", text: "page.payouts.processing" },
  PAID: { kind: "good", text: "page.payouts.paid" },
  FAILED: { kind: "danger", text: "page.payouts.failed" },
  CANCELLED: { kind: "neutral", text: "page.payouts.cancelled" },
} as const satisfies Record<PayoutStatus, { readonly kind: string; readonly text: TextKey }>;

export function PayoutState({ status }: Pick<Payout, "status">): VNode {
  const { kind, text } = STATES[status];
  return <Badge kind={kind}>{useReader().t(text)}</Badge>;
}
