import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { type AdjustmentStatus, listAdjustments } from "#libs/contracts/wallet/adjustments.ts";
import { staffApi } from "../staff-session.ts";

const withId = (id: string) => staffApi.call(listAdjustments, { id });

/** A correction of a wallet as staff see it. */
export type Correction = Awaited<ReturnType<typeof withId>>["items"][number];

/** A correction by its id; null: there is none. */
export const findCorrection = async (id: string): Promise<Correction | null> => (await withId(id)).items[0] ?? null;

export const STATES = {
  PENDING: { kind: "warn", text: "page.state.waiting" },
  APPROVED: { kind: "good", text: "page.staffMoney.approved" },
  REJECTED: { kind: "danger", text: "page.staffMoney.refused" },
} as const satisfies Record<AdjustmentStatus, { readonly kind: string; readonly text: TextKey }>;

export function CorrectionState({ status }: Pick<Correction, "status">): VNode {
  const { kind, text } = STATES[status];
  return <Badge kind={kind}>{useReader().t(text)}</Badge>;
}
