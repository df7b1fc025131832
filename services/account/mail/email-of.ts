import type { ConfigReader } from "#libs/config/reader.ts";
import { DEFAULT_LOCALE, type Locale } from "#libs/contracts/shared.ts";
import { isLocale } from "#libs/i18n/locales.ts";
import { translate } from "#libs/i18n/translate.ts";
import type { Email } from "#libs/providers/email/email-provider.ts";
import type { Mail, MailKind } from "./mail.ts";

/** Pages of the web application. What follows `#` stays in the browser: a token is in no log and in no Referer. */
const PAGES: Readonly<Record<MailKind, string>> = {
  verify_email: "/verify-email",
  already_registered: "/forgot-password",
  reset_password: "/reset-password",
  password_changed: "/forgot-password",
  sign_in_linked: "/forgot-password",
  provider_test: "/",
};

const CONTROL = /\p{Cc}+/gu;

/** A mail in the words of its reader's language. */
export function emailOf(mail: Mail, config: Pick<ConfigReader, "read">): Email {
  const { to, kind, token } = mail;
  const locale = isLocale(mail.locale) ? mail.locale : DEFAULT_LOCALE;
  const link = `${config.read("site.public_host").replace(/\/+$/, "")}${PAGES[kind]}${token === undefined ? "" : `#token=${token}`}`;
  const words = { siteName: config.read("siteName").replace(CONTROL, " "), link, duration: durationOf(kind, locale, config) };
  const subject = translate(locale, `mail.${kind}.subject`, words);
  const text = translate(locale, `mail.${kind}.text`, words);
  return { to, subject, text, kind, locale, ...(token === undefined ? {} : { token }) };
}

function durationOf(kind: MailKind, locale: Locale, config: Pick<ConfigReader, "read">): string {
  const inWords = (unit: "hour" | "minute", count: number) =>
    new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count);
  if (kind === "verify_email") return inWords("hour", config.read("auth.verify_token_hours"));
  return kind === "reset_password" ? inWords("minute", config.read("auth.reset_token_minutes")) : "";
}
