import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { STAFF_PLACES } from "#gateway/ui/shell.ts";
import { LOCALES, type Locale } from "#libs/contracts/shared.ts";
import { ABOUT_ACCOUNTS, PAGE_WORDS, SHUNNED } from "./words.ts";

const ROOT = new URL("../../libs/platform/i18n/locales/", import.meta.url);
const BUNDLES = ["pages", "errors", "mails", "notifications", ...STAFF_PLACES.map((place) => `staff-${place}`)];

function textsOf(locale: Locale): ReadonlyMap<string, string> {
  const texts = (bundle: string) => JSON.parse(readFileSync(new URL(`${locale}/${bundle}.json`, ROOT), "utf8")) as Record<string, string>;
  return new Map(BUNDLES.flatMap((bundle) => Object.entries(texts(bundle))));
}

/** Typewriter, accents and the letter that looks like an apostrophe. */
const OTHER_APOSTROPHES = /['`´\u02BC]/;
const ARABIC_MARKS = /[\u064B-\u0652]/g;

const english = textsOf("en");
const others = LOCALES.filter((locale): locale is Exclude<Locale, "en"> => locale !== "en");
const words = Object.entries(PAGE_WORDS);

describe("EAS-21 the words of the pages", () => {
  it.each(words)("EAS-21 %s stands in several English texts", (_, { english: spoken }) => {
    expect([...english.values()].filter((text) => spoken.test(text)).length).toBeGreaterThan(1);
  });

  it.each(others)("EAS-21 %s has one word for each idea", (locale) => {
    const texts = textsOf(locale);
    const misfits = words.flatMap(([word, { english: spoken, stems }]) =>
      [...english].flatMap(([key, text]) => {
        const translated = texts.get(key);
        const fits = translated === undefined || new RegExp(stems[locale], "iu").test(translated.replace(ARABIC_MARKS, ""));
        return spoken.test(text) && !fits ? [`${word}: ${key}: ${translated}`] : [];
      }),
    );
    expect(misfits).toEqual([]);
  });

  it.each(LOCALES)("EAS-21 %s has no second word or spelling", (locale) => {
    const shunned = [...textsOf(locale)].filter(([, text]) => SHUNNED[locale]?.test(text));
    expect(shunned).toEqual([]);
  });

  it.each(LOCALES)("EAS-21 %s writes each apostrophe as ’", (locale) => {
    expect([...textsOf(locale)].filter(([, text]) => OTHER_APOSTROPHES.test(text))).toEqual([]);
  });

  it("EAS-21 only accounts elsewhere are verified in English", () => {
    expect([...english].filter(([key, text]) => /verif/i.test(text) && !ABOUT_ACCOUNTS.test(key))).toEqual([]);
  });
});
