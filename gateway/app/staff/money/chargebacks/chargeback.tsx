import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { type ChargebackStatus, getChargeback } from "#libs/contracts/wallet/chargebacks.ts";
import { orNull } from "../../../client/or-null.ts";
import { staffApi } from "../../staff-session.ts";

const chargebackOf = (chargebackId: string) => staffApi.call(getChargeback, { chargebackId });

/** A chargeback with its postings. */
export type Chargeback = Awaited<ReturnType<typeof chargebackOf>>;

/** Null: there is none with this id. */
export const findChargeback = (chargebackId: string) => orNull(chargebackOf(chargebackId), 400, 404);

export const STATES = {
  OPEN: { kind: "warn", text: "page.staffMoney.disputeOpen" },
  LOST: { kind: "danger", text: "page.staffMoney.disputeLost" },
  WON: { kind: "good", text: "page.staffMoney.disputeWon" },
} as const satisfies Record<ChargebackStatus, { readonly kind: string; readonly text: TextKey }>;

export function ChargebackState({ status }: Pick<Chargeback, "status">): VNode {
  const { kind, text } = STATES[status];
  return <Badge kind={kind}>{useReader().t(text)}</Badge>;
}
