import Negotiator from "negotiator";
import { DEFAULT_LOCALE, type Locale } from "#libs/contracts/shared.ts";
import { isLocale } from "./locales.ts";

/** Maximum number of ranges read from one header: no client has more preferences, and a longer header would only cost time. */
const MAX_RANGES = 20;
/** Withdrawn codes of Hebrew and Indonesian, which some clients still send. */
const WITHDRAWN_CODES: Readonly<Record<string, Locale>> = { iw: "he", in: "id" };

/** The best of our locales for an Accept-Language header (RFC 9110 12.5.4); English when none fits. */
export function pickLocale(acceptLanguage = ""): Locale {
  const header = acceptLanguage.toLowerCase().split(",", MAX_RANGES).join(",");
  for (const range of new Negotiator({ headers: { "accept-language": header } }).languages()) {
    if (range === "*") return DEFAULT_LOCALE;
    // We have languages only, so `de-CH` is served in `de`.
    const [language = ""] = range.split("-");
    const locale = WITHDRAWN_CODES[language] ?? language;
    if (isLocale(locale)) return locale;
  }
  return DEFAULT_LOCALE;
}
