import { DEFAULT_LOCALE, type Locale } from "#libs/contracts/shared.ts";
import { isLocale } from "./locales.ts";

/** Ranges read from one header; more are not a preference but an attack. */
const MAX_RANGES = 20;

/** The best of our locales for an Accept-Language header (RFC 9110 12.5.4); English when none fits. */
export function pickLocale(acceptLanguage: string | undefined): Locale {
  if (!acceptLanguage) return DEFAULT_LOCALE;
  const wishes = acceptLanguage
    .split(",", MAX_RANGES)
    .map(readRange)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { language } of wishes) {
    if (isLocale(language)) return language;
    if (language === "*") return DEFAULT_LOCALE;
  }
  return DEFAULT_LOCALE;
}

/** `de-CH;q=0.8` → de, 0.8. Old codes of Hebrew and Indonesian are known. */
function readRange(range: string): { language: string; weight: number } {
  const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith("q="));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  const [primary = ""] = tag.split("-");
  const language = { iw: "he", in: "id" }[primary] ?? primary;
  return { language, weight: Number.isFinite(weight) ? Math.min(1, weight) : 0 };
}
