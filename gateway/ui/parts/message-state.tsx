import type { VNode } from "preact";
import { leftOf } from "../durations.ts";
import type { TextKey } from "../texts.ts";
import { useReader } from "./reader.tsx";
import { Sentence } from "./sentence.tsx";
import { Badge, Money, Time } from "./values.tsx";

/** Fields that determine the text of a message's state. */
export interface StatedMessage {
  readonly status: "PENDING" | "ESCROWED" | "DELIVERED" | "REPLIED" | "COMPLETED" | "EXPIRED" | "REJECTED";
  /** Decimal; null: free. */
  readonly price: string | null;
  /** Decimal; the creator's earnings from the price. */
  readonly creatorShare: string | null;
  readonly currency: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

export type Role = "fan" | "creator";

interface Words {
  readonly kind: "neutral" | "good" | "warn";
  readonly badge: TextKey;
  /** About the money; absent for free messages. */
  readonly money?: TextKey;
}

const ANSWERED = { kind: "good", badge: "page.state.answered" } as const;
const FAN: Readonly<Record<StatedMessage["status"], Words>> = {
  PENDING: { kind: "warn", badge: "page.state.checked", money: "page.state.stays" },
  ESCROWED: { kind: "warn", badge: "page.state.waiting", money: "page.state.heldUntil" },
  DELIVERED: { kind: "neutral", badge: "page.state.delivered" },
  REPLIED: { ...ANSWERED, money: "page.state.paid" },
  COMPLETED: { ...ANSWERED, money: "page.state.paid" },
  EXPIRED: { kind: "neutral", badge: "page.state.noReply", money: "page.state.back" },
  REJECTED: { kind: "neutral", badge: "page.state.declined", money: "page.state.back" },
};
const CREATOR: Readonly<Record<StatedMessage["status"], Words>> = {
  ...FAN,
  ESCROWED: { kind: "warn", badge: "page.state.waiting", money: "page.state.answerBy" },
  DELIVERED: { kind: "neutral", badge: "page.state.free" },
  REPLIED: { ...ANSWERED, money: "page.state.earned" },
  COMPLETED: { ...ANSWERED, money: "page.state.earned" },
  EXPIRED: { kind: "neutral", badge: "page.state.noReply", money: "page.state.ranOut" },
  REJECTED: { kind: "neutral", badge: "page.state.declined", money: "page.state.refunded" },
};

const HOUR_MS = 3_600_000;
const URGENT_HOURS = 6;

/** Whether the creator can still reply. */
export function isOpen({ status }: Pick<StatedMessage, "status">): boolean {
  return status === "ESCROWED" || status === "DELIVERED";
}

/** The state of a message and of its money, from the point of view of a role. */
export function MessageState({ message, role }: { readonly message: StatedMessage; readonly role: Role }): VNode {
  const { t } = useReader();
  const { kind, badge, money } = (role === "fan" ? FAN : CREATOR)[message.status];
  const { price, creatorShare, currency, expiresAt } = message;
  const amount = role === "fan" ? price : creatorShare;
  return (
    <span class="state">
      <Badge kind={kind}>{t(badge)}</Badge>{" "}
      {money && amount !== null && (
        <Sentence of={money} parts={{ amount: <Money amount={amount} currency={currency} />, time: <Time at={expiresAt} /> }} />
      )}{" "}
      {isOpen(message) && <TimeLeft at={expiresAt} />}
    </span>
  );
}

/** The time left, once it is short. It changes without announcement: a countdown would interrupt screen readers. */
export function TimeLeft({ at, always = false }: { readonly at: string; readonly always?: boolean }): VNode | null {
  const { t, now } = useReader();
  const left = Date.parse(at) - now();
  const isUrgent = left < URGENT_HOURS * HOUR_MS;
  if (!always && !isUrgent) return null;
  // Rounded, so that a new window reads as the chosen one. Urgent times are rounded down, so that they never promise too much.
  const hours = isUrgent ? Math.floor(left / HOUR_MS) : Math.round(left / HOUR_MS);
  const { unit, count } = leftOf(hours);
  const text =
    hours > 0
      ? t(unit === "days" ? "page.state.daysLeft" : "page.state.hoursLeft", { count })
      : t("page.state.minutesLeft", { count: Math.max(0, Math.floor(left / 60_000)) });
  return <span class={isUrgent ? "urgent" : "hint"}>{text}</span>;
}
