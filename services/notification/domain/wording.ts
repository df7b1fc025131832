import { KYC_REASONS } from "#libs/contracts/creator/terms.ts";
import type { NotificationKey } from "#libs/contracts/notification/index.ts";
import type { Locale } from "#libs/contracts/shared.ts";
import { withSums } from "#libs/kernel/sums.ts";
import type { NoticeData } from "./notice.ts";

/** One of the bodies that a notification can have. */
export interface BodyVariant {
  /** Key of the text, relative to that of its notification. */
  readonly text: string;
  /** Values that the text contains: the variant is used only when the data has all of them. */
  readonly needs: readonly string[];
  /** The variant is used only when the data has these values. */
  readonly when?: NoticeData;
  /** Key of its title; `title` when absent. */
  readonly title?: string;
  /** Key of what its link says; `action` when absent. */
  readonly action?: string;
}

/**
 * The bodies of each notification, most specific first. The last one needs no data, so one always applies (spec 6.1).
 * @internal exported for tests
 */
export const BODY_VARIANTS = {
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
  account_deletion_cancelled: [{ text: "body", needs: [] }],
  webhook_endpoint_failing: [{ text: "body", needs: [] }],
  webhook_endpoint_disabled: [
    { text: "body_gone", needs: [], when: { reason: "GONE" } },
    { text: "body", needs: [] },
  ],
  support_answered: [{ text: "body", needs: [] }],
  message_sent_fan: [
    { text: "body_paid", needs: ["amount", "creatorName", "expiresAt"] },
    { text: "body_free", needs: ["creatorName", "expiresAt"] },
    { text: "body", needs: [] },
  ],
  message_expiring: [
    { text: "body_paid", needs: ["expiresAt", "senderName", "share"] },
    { text: "body_free", needs: ["expiresAt", "senderName"] },
    { text: "body", needs: [] },
  ],
  wallet_topped_up: [
    { text: "body_amount", needs: ["amount"] },
    { text: "body", needs: [] },
  ],
  guard_tripped: [
    { text: "body_stale", needs: [], when: { cause: "STALE" } },
    { text: "body", needs: [] },
  ],
  closing_money: [
    { text: "body_amount", needs: ["amount", "scheduledAt"] },
    { text: "body", needs: [] },
  ],
  topup_review: [{ text: "body", needs: [] }],
  topup_returned: [{ text: "body", needs: [] }],
  refund_failed: [
    { text: "body_amount", needs: ["amount"] },
    { text: "body", needs: [] },
  ],
  refund_sent: [
    { text: "body_amount", needs: ["amount"] },
    { text: "body", needs: [] },
  ],
  wallet_corrected: [
    { text: "body_added", needs: ["amount"], when: { direction: "IN" } },
    { text: "body_taken", needs: ["amount"], when: { direction: "OUT" } },
    { text: "body", needs: [] },
  ],
  debt_written_off: [
    { text: "body_amount", needs: ["amount"] },
    { text: "body", needs: [] },
  ],
  price_given_back: [
    { text: "body_amount", needs: ["amount"] },
    { text: "body", needs: [] },
  ],
  chargeback_opened: [
    { text: "body_staff", needs: ["amount"], when: { role: "STAFF" }, action: "action_staff" },
    { text: "body", needs: [] },
  ],
  chargeback_resolved: [
    { text: "body_won", needs: ["amount"], when: { status: "WON" } },
    { text: "body_lost", needs: ["amount"], when: { status: "LOST" } },
    { text: "body", needs: [] },
  ],
  earnings_on_hold: [
    { text: "body_review", needs: [], when: { cause: "REVIEW" } },
    { text: "body", needs: [] },
  ],
  earnings_reversed: [
    { text: "body_amount", needs: ["amount"] },
    { text: "body", needs: [] },
  ],
  payout_requested: [
    { text: "body_amount", needs: ["amount"] },
    { text: "body", needs: [] },
  ],
  payout_failed: [
    { text: "body_amount", needs: ["amount"] },
    { text: "body", needs: [] },
  ],
  payout_destination_changed: [{ text: "body", needs: [] }],
  staff_factor_enrolled: [{ text: "body", needs: [] }],
  staff_joined: [{ text: "body", needs: [] }],
  payee_action_required: [{ text: "body", needs: [] }],
  security_new_login: [{ text: "body", needs: [] }],
  security_changed: [
    { text: "body_email", needs: [], when: { kind: "EMAIL_CHANGED" } },
    { text: "body_undone", needs: [], when: { kind: "EMAIL_UNDONE" } },
    { text: "body_factors", needs: [], when: { kind: "MFA_RESET" } },
    { text: "body_password", needs: [], when: { kind: "PASSWORD_RESET" } },
    { text: "body", needs: [] },
  ],
} as const satisfies Record<NotificationKey, readonly BodyVariant[]>;

/** A mail of a notification whose subject, or text, says more than the list. */
interface MailVariant {
  readonly subject: string;
  /** Key of its text; that of the list when absent. */
  readonly text?: string;
  readonly needs: readonly string[];
}

/** The mails that name their values in the subject, most specific first. The subject of the others is the title. */
const MAIL_VARIANTS: Readonly<Partial<Record<NotificationKey, readonly MailVariant[]>>> = {
  new_message_creator: [
    { subject: "subject_paid", text: "mail_paid", needs: ["amount", "senderName", "share", "expiresAt"] },
    { subject: "subject", needs: ["senderName", "expiresAt"] },
  ],
};

/** Their first body is short and names everything, so it is the subject as well. */
const BODY_IS_SUBJECT: readonly NotificationKey[] = [
  "message_replied_fan",
  "message_rejected_refunded",
  "payout_processed",
  "message_sent_fan",
  "message_expiring",
  "wallet_topped_up",
];

/** Keys of the texts of a notification, and the values to fill in. */
export interface Wording {
  readonly title: string;
  readonly body: string;
  readonly action: string;
  /** Keys of the subject and the text of its mail. */
  readonly subject: string;
  readonly mail: string;
  /** Keys of sentences that follow body and mail. */
  readonly further: readonly string[];
  readonly vars: Readonly<Record<string, string | number>>;
}

/** The neutral text: something is new. */
export const NEUTRAL_WORDING: Wording = {
  ...{ title: "other.title", body: "other.body", action: "other.action" },
  ...{ subject: "other.title", mail: "other.body", further: [], vars: {} },
};

/**
 * The most specific texts for the data of a notification, with amounts and times in the format of the locale. Throws for a stored key
 * that this version does not know, and for data that cannot be formatted.
 * @param timeZone of the reader; UTC when it is null or unknown
 */
export function wordingOf(eventKey: NotificationKey, data: NoticeData | null, locale: Locale, timeZone: string | null = null): Wording {
  if (!Object.hasOwn(BODY_VARIANTS, eventKey)) throw new Error("unknown key of a notification");
  const values = data ?? {};
  const variants: readonly BodyVariant[] = BODY_VARIANTS[eventKey];
  const variant = variants.find(({ needs, when = {} }) => needs.every((name) => values[name]) && hasValues(values, when));
  const { level, scheduledAt, expiresAt } = values;
  const title = `${eventKey}.${variant?.title ?? "title"}`;
  const body = `${eventKey}.${variant?.text ?? "body"}`;
  const mail = MAIL_VARIANTS[eventKey]?.find(({ needs }) => needs.every((name) => values[name]));
  const subject = mail ? `${eventKey}.${mail.subject}` : BODY_IS_SUBJECT.includes(eventKey) ? body : title;
  return {
    ...{ title, body, subject, action: `${eventKey}.${variant?.action ?? "action"}` },
    mail: mail?.text ? `${eventKey}.${mail.text}` : body,
    further: eventKey === "kyc_updated" ? reasonsOf(values) : [],
    vars: {
      ...withSums(values, locale),
      ...(expiresAt && { expiresAt: formatMoment(expiresAt, locale, timeZone) }),
      ...(level && { level: capitalize(level) }),
      ...(scheduledAt && { scheduledAt: formatDay(scheduledAt, locale) }),
    },
  };
}

/** The sentences about why an identity check was not approved: the reasons, then the words of the staff. */
function reasonsOf({ reasons = "", words }: NoticeData): readonly string[] {
  const known = KYC_REASONS.filter((reason) => reason !== "OTHER" && reasons.split(",").includes(reason));
  return [...known.map((reason) => `kyc_updated.reason_${reason.toLowerCase()}`), ...(words ? ["kyc_updated.words"] : [])];
}

function hasValues(values: NoticeData, expected: NoticeData): boolean {
  return Object.entries(expected).every(([name, value]) => values[name] === value);
}

/** SILVER → Silver: a level is shown as a name. */
function capitalize(level: string): string {
  return level.charAt(0) + level.slice(1).toLowerCase();
}

const dayFormats = new Map<Locale, Intl.DateTimeFormat>();

/** The day of an instant in UTC. */
function formatDay(instant: string, locale: Locale): string {
  const format = dayFormats.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  dayFormats.set(locale, format);
  return format.format(new Date(instant));
}

/** Weekday, day and time, with the zone. */
function formatMoment(instant: string, locale: Locale, timeZone: string | null): string {
  const parts = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;
  const inZone = (zone: string) =>
    new Intl.DateTimeFormat(`${locale}-u-nu-latn-ca-gregory`, { ...parts, hourCycle: "h23", timeZone: zone });
  const format = isZone(timeZone) ? inZone(timeZone) : inZone("UTC");
  return format.format(new Date(instant));
}

function isZone(timeZone: string | null): timeZone is string {
  try {
    return timeZone !== null && new Intl.DateTimeFormat("en", { timeZone }) !== null;
  } catch {
    return false;
  }
}
