import { LOCALES, type Locale } from "#libs/contracts/shared.ts";

interface LocaleInfo {
  /** Name of the language in the language itself. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
}

/** Name and direction of each locale. */
export const locales: Readonly<Record<Locale, LocaleInfo>> = {
  ar: { name: "العربية", direction: "rtl" },
  cs: { name: "Čeština", direction: "ltr" },
  de: { name: "Deutsch", direction: "ltr" },
  en: { name: "English", direction: "ltr" },
  es: { name: "Español", direction: "ltr" },
  fr: { name: "Français", direction: "ltr" },
  he: { name: "עברית", direction: "rtl" },
  hi: { name: "हिन्दी", direction: "ltr" },
  id: { name: "Bahasa Indonesia", direction: "ltr" },
  it: { name: "Italiano", direction: "ltr" },
  ja: { name: "日本語", direction: "ltr" },
  ko: { name: "한국어", direction: "ltr" },
  nl: { name: "Nederlands", direction: "ltr" },
  pl: { name: "Polski", direction: "ltr" },
  pt: { name: "Português", direction: "ltr" },
  ru: { name: "Русский", direction: "ltr" },
  sv: { name: "Svenska", direction: "ltr" },
  tr: { name: "Türkçe", direction: "ltr" },
  uk: { name: "Українська", direction: "ltr" },
  zh: { name: "中文", direction: "ltr" },
};

export function isLocale(text: unknown): text is Locale {
  return typeof text === "string" && (LOCALES as readonly string[]).includes(text);
}
