import type { NotificationKey } from "#libs/contracts/notification.ts";
import type { Locale } from "#libs/contracts/shared.ts";
import type { NoticeData } from "./notice.ts";

/** A body, and what it can be used for. */
export interface Variant {
  /** Key of the text under its notification. */
  readonly text: string;
  /** Values the text names; without them it is not used. */
  readonly needs: readonly string[];
  /** Only when these are known of the event. */
  readonly when?: NoticeData;
  /** Key of its title; `title` when absent. */
  readonly title?: string;
}

/** The bodies of each notification, best first. The last one names nothing, so it always fits (spec 6.1). */
export const bodies = {
  new_message_creator: [
    { text: "body_paid", needs: ["amount", "senderName"] },
    { text: "body_paid_anonymous", needs: ["amount"] },
    { text: "body", needs: ["senderName"] },
    { text: "body_anonymous", needs: [] },
  ],
  message_replied_fan: [
    { text: "body", needs: ["creatorName"] },
    { text: "body_anonymous", needs: [] },
  ],
  message_rejected_refunded: [
    { text: "body", needs: ["amount"] },
    { text: "body_no_amount", needs: [] },
  ],
  message_expired: [
    { text: "body_creator", needs: [], when: { role: "CREATOR" } },
    { text: "body_refunded", needs: ["amount"] },
    { text: "body", needs: [] },
  ],
  payout_processed: [
    { text: "body_failed", needs: ["amount"], when: { status: "FAILED" }, title: "title_failed" },
    { text: "body", needs: ["amount"] },
    { text: "body_no_amount", needs: [] },
  ],
  email_subscription_confirm: [{ text: "body", needs: [] }],
  moderation_appeal_decided: [
    { text: "body_upheld", needs: [], when: { decision: "UPHELD" } },
    { text: "body_reversed", needs: [], when: { decision: "REVERSED" } },
    { text: "body", needs: [] },
  ],
  report_resolved: [{ text: "body", needs: [] }],
  kyc_updated: [
    { text: "body_approved", needs: [], when: { kycStatus: "APPROVED" } },
    { text: "body_rejected", needs: [], when: { kycStatus: "REJECTED" } },
    { text: "body_resubmission", needs: [], when: { kycStatus: "RESUBMISSION_REQUIRED" } },
    { text: "body_expired", needs: [], when: { kycStatus: "EXPIRED" } },
    { text: "body", needs: [] },
  ],
  level_changed: [
    { text: "body_level", needs: ["level"] },
    { text: "body", needs: [] },
  ],
  account_deletion_scheduled: [
    { text: "body_date", needs: ["scheduledAt"] },
    { text: "body", needs: [] },
  ],
  webhook_endpoint_failing: [{ text: "body", needs: [] }],
  webhook_endpoint_disabled: [
    { text: "body_gone", needs: [], when: { reason: "GONE" } },
    { text: "body", needs: [] },
  ],
} as const satisfies Record<NotificationKey, readonly Variant[]>;

/** Which texts a notification is shown with, and the values they name. */
export interface Wording {
  readonly title: string;
  readonly body: string;
  readonly vars: NoticeData;
}

/** Chooses the texts for what is known of the event; amounts and days are written as the locale writes them. */
export function wordingOf(eventKey: NotificationKey, data: NoticeData | null, locale: Locale): Wording {
  const known = data ?? {};
  const variants: readonly Variant[] = bodies[eventKey];
  const variant = variants.find(({ needs, when = {} }) => needs.every((name) => known[name]) && holds(when, known));
  const { amount, currency, level, scheduledAt } = known;
  return {
    title: `${eventKey}.${variant?.title ?? "title"}`,
    body: `${eventKey}.${variant?.text ?? "body"}`,
    vars: {
      ...known,
      ...(amount && { amount: amountText(amount, currency, locale) }),
      ...(level && { level: levelText(level) }),
      ...(scheduledAt && { scheduledAt: dayText(scheduledAt, locale) }),
    },
  };
}

function holds(when: NoticeData, known: NoticeData): boolean {
  return Object.entries(when).every(([name, value]) => known[name] === value);
}

/** Levels are names, written as names are. */
function levelText(level: string): string {
  return level.charAt(0) + level.slice(1).toLowerCase();
}

const days = new Map<Locale, Intl.DateTimeFormat>();

/** The day of an instant in UTC. */
function dayText(instant: string, locale: Locale): string {
  const format = days.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  days.set(locale, format);
  return format.format(new Date(instant));
}

const formats = new Map<string, Intl.NumberFormat>();

function amountText(amount: string, currency: string | undefined, locale: Locale): string {
  if (!currency) return amount;
  const name = `${locale} ${currency}`;
  const format = formats.get(name) ?? new Intl.NumberFormat(locale, { style: "currency", currency });
  formats.set(name, format);
  return format.format(amount as Intl.StringNumericLiteral);
}
