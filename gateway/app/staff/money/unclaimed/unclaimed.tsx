import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { listUnclaimed, type UnclaimedDecision, type UnclaimedStatus } from "#libs/contracts/wallet/leaving.ts";
import { staffApi } from "../../staff-session.ts";

const unclaimedOf = (filter: { readonly id: string }) => staffApi.call(listUnclaimed, filter);

/** Unclaimed money of one deleted account. */
export type Unclaimed = Awaited<ReturnType<typeof unclaimedOf>>["items"][number];

/** Unclaimed money by its id; null: there is none. */
export const findUnclaimed = async (id: string): Promise<Unclaimed | null> => (await unclaimedOf({ id })).items[0] ?? null;

export const STATES = {
  WAITING: { kind: "warn", text: "page.staffMoney.unclaimedWaiting" },
  OPEN: { kind: "neutral", text: "page.staffMoney.unclaimedOpen" },
  CLAIMED: { kind: "good", text: "page.staffMoney.unclaimedClaimed" },
  PAID: { kind: "good", text: "page.staffMoney.unclaimedPaid" },
} as const satisfies Record<UnclaimedStatus, { readonly kind: string; readonly text: TextKey }>;

export function UnclaimedState({ status }: Pick<Unclaimed, "status">): VNode {
  const { kind, text } = STATES[status];
  return <Badge kind={kind}>{useReader().t(text)}</Badge>;
}

interface Settlement {
  readonly verb: TextKey;
  /** What follows once both have asked. */
  readonly what: TextKey;
  readonly from: readonly UnclaimedStatus[];
  readonly to: UnclaimedStatus;
  readonly kind: "primary" | "danger";
  readonly keys?: string;
}

/** The decisions, in the order of their buttons. */
const SETTLEMENTS: Readonly<Record<UnclaimedDecision, Settlement>> = {
  CLAIMANT: {
    verb: "page.staffMoney.giveToClaimant",
    what: "page.staffMoney.creditWhat",
    from: ["WAITING"],
    to: "CLAIMED",
    kind: "primary",
    keys: "a",
  },
  OUTSIDE: {
    verb: "page.staffMoney.paidByHand",
    what: "page.staffMoney.paidByHandWhat",
    from: ["OPEN", "WAITING"],
    to: "PAID",
    kind: "danger",
  },
  REFUSE: {
    verb: "page.staffMoney.refuseClaim",
    what: "page.staffMoney.refuseClaimWhat",
    from: ["WAITING"],
    to: "OPEN",
    kind: "danger",
    keys: "x",
  },
};

export const settlementOf = (decision: UnclaimedDecision): Settlement => SETTLEMENTS[decision];
