import { DEFAULT_LOCALE, type Locale } from "#libs/contracts/shared.ts";
import { fill, isErrorKey } from "#libs/errors/app-error.ts";
import { catalogue } from "#libs/errors/catalogue/index.ts";
import { withSums } from "#libs/kernel/sums.ts";
import { bundleOf } from "./bundles.ts";
import { isolatedValues } from "./isolated.ts";

type Vars = Readonly<Record<string, string | number>>;

/**
 * The text of a key in a locale, with the values of its `{placeholders}`. The first numeric value selects the plural form. A text that is
 * missing in the locale comes from English, then from the error catalogue; an unknown key is returned unchanged. Sums with a currency are
 * written as the locale writes them, and values of another direction are isolated.
 */
export function translate(locale: Locale, key: string, vars: Vars = {}): string {
  const text = textIn(locale, key, vars) ?? textIn(DEFAULT_LOCALE, key, vars) ?? (isErrorKey(key) ? catalogue[key].message : key);
  return fill(text, isolatedValues({ ...vars, ...withSums(vars, locale) }, locale));
}

function textIn(locale: Locale, key: string, vars: Vars): string | undefined {
  const bundle = bundleOf(locale);
  const count = Object.values(vars).find((value) => typeof value === "number");
  const plural = count === undefined ? undefined : bundle[`${key}_${pluralRulesOf(locale).select(count)}`];
  return plural ?? bundle[key];
}

const pluralRules = new Map<Locale, Intl.PluralRules>();

function pluralRulesOf(locale: Locale): Intl.PluralRules {
  const cached = pluralRules.get(locale);
  if (cached) return cached;
  const rules = new Intl.PluralRules(locale);
  pluralRules.set(locale, rules);
  return rules;
}
