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
  | "sign_in_code"
  | "second_factor_added"
  | "second_factor_removed"
  | "recovery_code_used"
  | "provider_test"
  | "closing_final"
  | "alarm_raised";

export interface Mail {
  readonly to: string;
  readonly kind: MailKind;
  readonly locale: string;
  /** The token of the link, for the kinds that have one. */
  readonly token?: string | undefined;
  /** Further values for the text, by name. */
  readonly details?: Readonly<Record<string, string>>;
  /** Further parts of the text, by name: the key of each. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** Pages of the web application. The token follows `#`, so that it stays in the browser and appears in no log and no Referer. */
const PAGES: Readonly<Record<MailKind, string | null>> = {
  verify_email: "/verify-email",
  already_registered: "/forgot-password",
  reset_password: "/reset-password",
  password_changed: "/forgot-password",
  sign_in_linked: "/forgot-password",
  // The code is typed where the sign-in began.
  sign_in_code: null,
  second_factor_added: "/undo-factor",
  second_factor_removed: "/forgot-password",
  recovery_code_used: "/forgot-password",
  provider_test: "/",
  closing_final: "/claim",
  alarm_raised: "/admin",
};

/** Why the reader gets a mail that is not about the security of an account. */
const REASONS: Partial<Record<MailKind, string>> = { provider_test: "mail.staff.reason", alarm_raised: "mail.staff.reason" };

/** Kinds with a paragraph after the button. */
const WITH_CLOSING: ReadonlySet<MailKind> = new Set(["verify_email", "already_registered", "reset_password"]);

/** Renders a mail in the language of its reader; in English when the locale is unknown. */
export function renderMail(mail: Mail, config: Pick<ConfigReader, "read">): Email {
  const { to, kind, token, details = {}, texts = {} } = mail;
  const locale = isLocale(mail.locale) ? mail.locale : DEFAULT_LOCALE;
  const page = PAGES[kind];
  const host = config.read("site.public_host").replace(/\/+$/, "");
  const siteName = oneLine(config.read("siteName"));
  const said = Object.fromEntries(Object.entries(details).map(([name, value]) => [name, oneLine(value)]));
  const parts = Object.fromEntries(Object.entries(texts).map(([name, key]) => [name, translate(locale, key, {})]));
  const variables = { ...said, ...parts, siteName, duration: linkLifetime(kind, locale, config) };
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

/** How long a link or a code works, such as "48 hours"; empty for kinds without one. */
function linkLifetime(kind: MailKind, locale: Locale, config: Pick<ConfigReader, "read">): string {
  const format = (unit: "day" | "hour" | "minute", count: number) =>
    new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count);
  if (kind === "verify_email") return format("hour", config.read("auth.verify_token_hours"));
  if (kind === "sign_in_code") return format("minute", CHALLENGE_MINUTES);
  if (kind === "second_factor_added") return format("day", UNDO_DAYS);
  return kind === "reset_password" ? format("minute", config.read("auth.reset_token_minutes")) : "";
}
