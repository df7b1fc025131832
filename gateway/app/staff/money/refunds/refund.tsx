import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { listAdminRefunds, type RefundStatus } from "#libs/contracts/wallet/refunds.ts";
import { staffApi } from "../../staff-session.ts";

const refundsOf = (filter: { readonly id: string }) => staffApi.call(listAdminRefunds, filter);

/** A refund as staff see it. */
export type Refund = Awaited<ReturnType<typeof refundsOf>>["items"][number];

/** A refund by its id; null: there is none. */
export const findRefund = async (id: string): Promise<Refund | null> => (await refundsOf({ id })).items[0] ?? null;

export const STATES = {
  PENDING: { kind: "warn", text: "page.wallet.backPending" },
  SUCCEEDED: { kind: "good", text: "page.wallet.backSent" },
  FAILED: { kind: "danger", text: "page.wallet.backFailed" },
} as const satisfies Record<RefundStatus, { readonly kind: string; readonly text: TextKey }>;

export function RefundState({ status }: Pick<Refund, "status">): VNode {
  const { kind, text } = STATES[status];
  return <Badge kind={kind}>{useReader().t(text)}</Badge>;
}
