import type { NotificationKey } from "#libs/contracts/notification.ts";
import type { Locale } from "#libs/contracts/shared.ts";
import type { NoticeData } from "./notice.ts";

/** A body, and what it can be used for. */
export interface Variant {
  /** Key of the text under its notification. */
  readonly text: string;
  /** Values the text names; without them it is not used. */
  readonly needs: readonly string[];
  /** Only for this role of the recipient. */
  readonly role?: "CREATOR";
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
    { text: "body_creator", needs: [], role: "CREATOR" },
    { text: "body_refunded", needs: ["amount"] },
    { text: "body", needs: [] },
  ],
  payout_processed: [
    { text: "body", needs: ["amount"] },
    { text: "body_no_amount", needs: [] },
  ],
  email_subscription_confirm: [{ text: "body", needs: [] }],
} as const satisfies Record<NotificationKey, readonly Variant[]>;

/** Which texts a notification is shown with, and the values they name. */
export interface Wording {
  readonly title: string;
  readonly body: string;
  readonly vars: NoticeData;
}

/** Chooses the texts for what is known of the event; amounts are written as the locale writes them. */
export function wordingOf(eventKey: NotificationKey, data: NoticeData | null, locale: Locale): Wording {
  const known = data ?? {};
  const variants: readonly Variant[] = bodies[eventKey];
  const variant = variants.find(({ needs, role }) => needs.every((name) => known[name]) && (!role || known.role === role));
  const { amount, currency } = known;
  return {
    title: `${eventKey}.title`,
    body: `${eventKey}.${variant?.text ?? "body"}`,
    vars: amount ? { ...known, amount: amountText(amount, currency, locale) } : known,
  };
}

const formats = new Map<string, Intl.NumberFormat>();

function amountText(amount: string, currency: string | undefined, locale: Locale): string {
  if (!currency) return amount;
  const name = `${locale} ${currency}`;
  const format = formats.get(name) ?? new Intl.NumberFormat(locale, { style: "currency", currency });
  formats.set(name, format);
  return format.format(amount as Intl.StringNumericLiteral);
}
