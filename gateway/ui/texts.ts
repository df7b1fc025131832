import type { Locale } from "#libs/contracts/shared.ts";
import { isolatedValues } from "#libs/platform/i18n/isolated.ts";

type Bundle = typeof import("#libs/platform/i18n/locales/en/pages.json", { with: { type: "json" }}) &
  typeof import("#libs/platform/i18n/locales/en/staff-alarms.json", { with: { type: "json" }}) &
  typeof import("#libs/platform/i18n/locales/en/staff-audit.json", { with: { type: "json" }}) &
  typeof import("#libs/platform/i18n/locales/en/staff-content.json", { with: { type: "json" }}) &
  typeof import("#libs/platform/i18n/locales/en/staff-money.json", { with: { type: "json" }}) &
  typeof import("#libs/platform/i18n/locales/en/staff-people.json", { with: { type: "json" }}) &
  typeof import("#libs/platform/i18n/locales/en/staff-privacy.json", { with: { type: "json" }}) &
  typeof import("#libs/platform/i18n/locales/en/staff-safety.json", { with: { type: "json" }}) &
  typeof import("#libs/platform/i18n/locales/en/staff-system.json", { with: { type: "json" }});
type WithoutPlural<Key> = Key extends `${infer Base}_${"one" | "other"}` ? Base : Key;

/** Key of a page text, `page.<page>.<part>`. Keys with plural forms are named without the form. */
export type TextKey = WithoutPlural<keyof Bundle & string>;

export type TextVars = Readonly<Record<string, string | number>>;

/** The texts of one language. The first numeric value selects the plural form. */
export type Texts = (key: TextKey, vars?: TextVars) => string;

/** The texts of a bundle, for server and browser alike; a missing key is shown as it is. */
export function textsOf(bundle: Readonly<Record<string, string>>, locale: Locale): Texts {
  const plurals = new Intl.PluralRules(locale);
  return (key, vars = {}) => {
    const count = Object.values(vars).find((value) => typeof value === "number");
    const plural = count === undefined ? undefined : bundle[`${key}_${plurals.select(count)}`];
    const text = plural ?? bundle[key] ?? bundle[`${key}_other`] ?? key;
    const values = isolatedValues(vars, locale);
    return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
  };
}
