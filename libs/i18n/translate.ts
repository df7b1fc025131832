import { DEFAULT_LOCALE, type Locale } from "#libs/contracts/shared.ts";
import { fill, isErrorKey } from "#libs/errors/app-error.ts";
import { catalogue } from "#libs/errors/catalogue/index.ts";
import { bundleOf } from "./bundles.ts";

type Vars = Readonly<Record<string, string | number>>;

/**
 * The text of a key in a locale, with its `{names}` filled in. A text that counts takes its plural form from the first value
 * that is a number. What a locale lacks is taken from English, then from the error catalogue; an unknown key is its own text.
 */
export function translate(locale: Locale, key: string, vars: Vars = {}): string {
  const text = textIn(locale, key, vars) ?? textIn(DEFAULT_LOCALE, key, vars) ?? (isErrorKey(key) ? catalogue[key].message : key);
  return fill(text, vars);
}

function textIn(locale: Locale, key: string, vars: Vars): string | undefined {
  const bundle = bundleOf(locale);
  const count = Object.values(vars).find((value) => typeof value === "number");
  const plural = count === undefined ? undefined : bundle[`${key}_${pluralsOf(locale).select(count)}`];
  return plural ?? bundle[key];
}

const plurals = new Map<Locale, Intl.PluralRules>();

function pluralsOf(locale: Locale): Intl.PluralRules {
  const known = plurals.get(locale);
  if (known) return known;
  const rules = new Intl.PluralRules(locale);
  plurals.set(locale, rules);
  return rules;
}
