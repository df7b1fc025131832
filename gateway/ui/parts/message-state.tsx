import type { VNode } from "preact";
import { leftOf } from "../durations.ts";
import type { TextKey } from "../texts.ts";
import { useReader } from "./reader.tsx";
import type { MoneyState } from "./ring.tsx";
import { Sentence } from "./sentence.tsx";
import { useMinute } from "./use-minute.ts";
import { Money, Time } from "./values.tsx";

/** Fields that determine the text of a message's state. */
export interface StatedMessage {
  readonly status: "PENDING" | "ESCROWED" | "DELIVERED" | "REPLIED" | "COMPLETED" | "EXPIRED" | "REJECTED";
  /** Decimal; null: free. */
  readonly price: string | null;
  /** Decimal; the creator's earnings from the price. */
  readonly creatorShare: string | null;
  readonly currency: string;
  /** ISO 8601. */
  readonly sentAt: string;
  readonly expiresAt: string;
}

export type Role = "fan" | "creator";

interface Words {
  /** The state in one word. */
  readonly word: TextKey;
  /** About the money; absent for free messages. */
  readonly money?: TextKey;
}

const ANSWERED = { word: "page.state.answered" } as const;
const FAN: Readonly<Record<StatedMessage["status"], Words>> = {
  PENDING: { word: "page.state.checked", money: "page.state.stays" },
  ESCROWED: { word: "page.state.waiting", money: "page.state.heldUntil" },
  DELIVERED: { word: "page.state.delivered" },
  REPLIED: { ...ANSWERED, money: "page.state.paid" },
  COMPLETED: { ...ANSWERED, money: "page.state.paid" },
  EXPIRED: { word: "page.state.noReply", money: "page.state.back" },
  REJECTED: { word: "page.state.declined", money: "page.state.back" },
};
const CREATOR: Readonly<Record<StatedMessage["status"], Words>> = {
  ...FAN,
  ESCROWED: { word: "page.state.waiting", money: "page.state.answerBy" },
  DELIVERED: { word: "page.state.free" },
  REPLIED: { ...ANSWERED, money: "page.state.earned" },
  COMPLETED: { ...ANSWERED, money: "page.state.earned" },
  EXPIRED: { word: "page.state.noReply", money: "page.state.ranOut" },
  REJECTED: { word: "page.state.declined", money: "page.state.refunded" },
};

const HOUR_MS = 3_600_000;
const URGENT_HOURS = 6;

/** Whether the creator can still reply. */
export function isOpen({ status }: Pick<StatedMessage, "status">): boolean {
  return status === "ESCROWED" || status === "DELIVERED";
}

/** Where the money of a message is, and the part of the time to reply that is left; null: it is free. */
export function moneyOf(message: StatedMessage, now: number): { readonly state: MoneyState; readonly share?: number } | null {
  if (message.price === null) return null;
  if (message.status === "PENDING") return { state: "checked" };
  if (!isOpen(message)) return { state: message.status === "EXPIRED" || message.status === "REJECTED" ? "back" : "answered" };
  const [start, end] = [Date.parse(message.sentAt), Date.parse(message.expiresAt)];
  return { state: isUrgent(end - now) ? "late" : "held", share: Math.min(1, Math.max(0, (end - now) / (end - start))) };
}

const isUrgent = (leftMs: number): boolean => leftMs < URGENT_HOURS * HOUR_MS;

/** The state of a message and of its money, from the point of view of a role. */
export function MessageState({ message, role }: { readonly message: StatedMessage; readonly role: Role }): VNode {
  const { t } = useReader();
  const { word, money } = (role === "fan" ? FAN : CREATOR)[message.status];
  const { price, creatorShare, currency, expiresAt } = message;
  const amount = role === "fan" ? price : creatorShare;
  const sentence = money && amount !== null && (
    <span class="money">
      <Sentence of={money} parts={{ amount: <Money amount={amount} currency={currency} />, time: <Time at={expiresAt} /> }} />
    </span>
  );
  const state = <b>{t(word)}</b>;
  if (!isOpen(message)) {
    return (
      <span class="state">
        {state} {sentence}
      </span>
    );
  }
  return (
    <span class="state">
      {sentence} {state} · <TimeLeft at={expiresAt} />
    </span>
  );
}

/** The time left. It changes without announcement: a countdown would interrupt screen readers. */
export function TimeLeft({ at }: { readonly at: string }): VNode {
  useMinute();
  const { t, now } = useReader();
  const left = Date.parse(at) - now();
  // Rounded, so that a new window reads as the chosen one. Urgent times are rounded down, so that they never promise too much.
  const hours = isUrgent(left) ? Math.floor(left / HOUR_MS) : Math.round(left / HOUR_MS);
  const { unit, count } = leftOf(hours);
  const text =
    hours > 0
      ? t(unit === "days" ? "page.state.daysLeft" : "page.state.hoursLeft", { count })
      : t("page.state.minutesLeft", { count: Math.max(0, Math.floor(left / 60_000)) });
  return <span class={isUrgent(left) ? "late left" : "left"}>{text}</span>;
}
