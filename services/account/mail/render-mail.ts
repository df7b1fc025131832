import { EMAIL_CHANGE_DAYS } from "#libs/contracts/account/index.ts";
import { DEFAULT_LOCALE, type Locale } from "#libs/contracts/shared.ts";
import { oneLine } from "#libs/kernel/readable-text.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { isLocale } from "#libs/platform/i18n/locales.ts";
import { translate } from "#libs/platform/i18n/translate.ts";
import type { Email } from "#libs/providers/email/email-provider.ts";
import { mailFrame } from "#libs/providers/email/mail-frame.ts";
import { CHALLENGE_MINUTES } from "../data/challenge.store.ts";
import { UNDO_DAYS } from "./mail-link.ts";

/** The kinds of mails about an account. */
export type MailKind =
  | "verify_email"
  | "already_registered"
  | "reset_password"
  | "password_changed"
  | "sign_in_linked"
  | "email_change_confirm"
  | "email_taken"
  | "email_change_asked"
  | "email_changed"
  | "sign_in_code"
  | "second_factor_added"
  | "second_factor_removed"
  | "second_factor_reset"
  | "recovery_code_used"
  | "recovery_codes_renewed"
  | "provider_test"
  | "closing_final"
  | "staff_invitation"
  | "alarm_raised";

export interface Mail {
  readonly to: string;
  readonly kind: MailKind;
  readonly locale: string;
  /** The token of the link, for the kinds that have one. */
  readonly token?: string | undefined;
  /** How long the link to a new password is good; absent: as the setting says. */
  readonly minutes?: number;
  /** Hours until a change that was asked for takes effect, for the kinds that name them. */
  readonly holdHours?: number;
  /** Further values for the text, by name. */
  readonly details?: Readonly<Record<string, string>>;
  /** Further parts of the text, by name: the key of each. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Lists in the text, by name: the key of each entry. */
  readonly lists?: Readonly<Record<string, readonly string[]>>;
}

/** Pages of the web application. The token follows `#`, so that it stays in the browser and appears in no log and no Referer. */
const PAGES: Readonly<Record<MailKind, string | null>> = {
  verify_email: "/verify-email",
  already_registered: "/forgot-password",
  reset_password: "/reset-password",
  password_changed: "/forgot-password",
  sign_in_linked: "/forgot-password",
  email_change_confirm: "/confirm-email-change",
  email_taken: "/login",
  email_change_asked: "/undo-email-change",
  email_changed: "/help",
  // The code is typed where the sign-in began.
  sign_in_code: null,
  second_factor_added: "/undo-factor",
  second_factor_removed: "/forgot-password",
  second_factor_reset: "/cancel-factor-reset",
  recovery_code_used: "/forgot-password",
  recovery_codes_renewed: "/forgot-password",
  provider_test: "/",
  closing_final: "/claim",
  staff_invitation: "/accept-invitation",
  alarm_raised: "/admin",
};

/** Why the reader gets a mail that is not about the security of an account. */
const REASONS: Partial<Record<MailKind, string>> = {
  provider_test: "mail.staff.reason",
  alarm_raised: "mail.staff.reason",
  staff_invitation: "mail.staff_invitation.reason",
};

/** Kinds with a paragraph after the button. */
const WITH_CLOSING: ReadonlySet<MailKind> = new Set([
  "verify_email",
  "already_registered",
  "reset_password",
  "email_change_confirm",
  "staff_invitation",
]);

/** Renders a mail in the language of its reader; in English when the locale is unknown. */
export function renderMail(mail: Mail, config: Pick<ConfigReader, "read">): Email {
  const { to, kind, token, details = {}, texts = {}, lists = {} } = mail;
  const locale = isLocale(mail.locale) ? mail.locale : DEFAULT_LOCALE;
  const page = PAGES[kind];
  const host = config.read("site.public_host").replace(/\/+$/, "");
  const siteName = oneLine(config.read("siteName"));
  const said = Object.fromEntries(Object.entries(details).map(([name, value]) => [name, oneLine(value)]));
  const parts = Object.fromEntries(Object.entries(texts).map(([name, key]) => [name, translate(locale, key, {})]));
  const listed = Object.fromEntries(Object.entries(lists).map(([name, keys]) => [name, listOf(keys, locale)]));
  const variables = { ...said, ...parts, ...listed, siteName, duration: durationIn(mail, locale, config) };
  const say = (key: string) => translate(locale, key, variables);
  const framed = mailFrame({
    locale,
    siteName,
    subject: say(`mail.${kind}.subject`),
    paragraphs: say(`mail.${kind}.text`).split("\n\n"),
    action:
      page === null ? null : { label: say(`mail.${kind}.action`), url: `${host}${page}${token === undefined ? "" : `#token=${token}`}` },
    closing: WITH_CLOSING.has(kind) ? say(`mail.${kind}.closing`).split("\n\n") : [],
    reason: say(REASONS[kind] ?? "mail.account.reason"),
    links: [],
  });
  return { to, ...framed, kind, locale, ...(token === undefined ? {} : { token }) };
}

/** The texts of some keys, such as "Moderator and Analyst". */
function listOf(keys: readonly string[], locale: Locale): string {
  return new Intl.ListFormat(locale).format(keys.map((key) => translate(locale, key)));
}

/** How long a link or a code works, such as "48 hours", or until a change takes effect; empty for kinds that name no time. */
function durationIn({ kind, minutes, holdHours = 0 }: Mail, locale: Locale, config: Pick<ConfigReader, "read">): string {
  const format = (unit: "day" | "hour" | "minute", count: number) =>
    new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count);
  switch (kind) {
    case "verify_email":
      return format("hour", config.read("auth.verify_token_hours"));
    case "staff_invitation":
      return format("hour", config.read("auth.staff_invitation_hours"));
    case "sign_in_code":
      return format("minute", CHALLENGE_MINUTES);
    case "second_factor_added":
      return format("day", UNDO_DAYS);
    case "reset_password":
      return format("minute", minutes ?? config.read("auth.reset_token_minutes"));
    case "email_change_confirm":
      return format("day", EMAIL_CHANGE_DAYS);
    case "email_change_asked":
    case "second_factor_reset":
      return format("hour", holdHours);
    default:
      return "";
  }
}
