import { DEFAULT_LOCALE, type Locale } from "#libs/contracts/shared.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { isLocale } from "#libs/platform/i18n/locales.ts";
import { translate } from "#libs/platform/i18n/translate.ts";
import type { Email } from "#libs/providers/email/email-provider.ts";

/** The kinds of mails about an account. */
export type MailKind =
  | "verify_email"
  | "already_registered"
  | "reset_password"
  | "password_changed"
  | "sign_in_linked"
  | "provider_test"
  | "alarm_raised";

export interface Mail {
  readonly to: string;
  readonly kind: MailKind;
  readonly locale: string;
  /** The token of the link, for the kinds that have one. */
  readonly token?: string | undefined;
  /** What the text says besides, by name. */
  readonly details?: Readonly<Record<string, string>>;
}

/** Pages of the web application. The token follows `#`, so that it stays in the browser and appears in no log and no Referer. */
const PAGES: Readonly<Record<MailKind, string>> = {
  verify_email: "/verify-email",
  already_registered: "/forgot-password",
  reset_password: "/reset-password",
  password_changed: "/forgot-password",
  sign_in_linked: "/forgot-password",
  provider_test: "/",
  alarm_raised: "/admin/alarms",
};

const CONTROL_CHARACTERS = /\p{Cc}+/gu;

/** Renders a mail in the language of its reader; in English when the locale is unknown. */
export function renderMail(mail: Mail, config: Pick<ConfigReader, "read">): Email {
  const { to, kind, token, details } = mail;
  const locale = isLocale(mail.locale) ? mail.locale : DEFAULT_LOCALE;
  const link = `${config.read("site.public_host").replace(/\/+$/, "")}${PAGES[kind]}${token === undefined ? "" : `#token=${token}`}`;
  const siteName = config.read("siteName").replace(CONTROL_CHARACTERS, " ");
  const variables = { ...details, siteName, link, duration: linkLifetime(kind, locale, config) };
  const subject = translate(locale, `mail.${kind}.subject`, variables);
  const text = translate(locale, `mail.${kind}.text`, variables);
  return { to, subject, text, kind, locale, ...(token === undefined ? {} : { token }) };
}

/** How long a link works, such as "48 hours"; empty for kinds without a token. */
function linkLifetime(kind: MailKind, locale: Locale, config: Pick<ConfigReader, "read">): string {
  const format = (unit: "hour" | "minute", count: number) =>
    new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count);
  if (kind === "verify_email") return format("hour", config.read("auth.verify_token_hours"));
  return kind === "reset_password" ? format("minute", config.read("auth.reset_token_minutes")) : "";
}
