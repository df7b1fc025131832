import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { STAFF_PLACES } from "#gateway/ui/shell.ts";
import { NOTIFICATION_KEYS } from "#libs/contracts/notification/index.ts";
import { LOCALES, type Locale } from "#libs/contracts/shared.ts";
import { catalogue } from "#libs/errors/catalogue/index.ts";
import type { Catalogue } from "#libs/errors/codes.ts";
import { isLocale, locales } from "#libs/platform/i18n/locales.ts";

type Texts = Record<string, string>;

const ROOT = new URL("../../libs/platform/i18n/locales/", import.meta.url);
const PLURAL = /_(zero|one|two|few|many|other)$/;
/** Texts that are identical in English. */
const SAME_AS_ENGLISH: readonly string[] = [];

function textsOf(locale: Locale, namespace: string): Texts {
  return JSON.parse(readFileSync(new URL(`${locale}/${namespace}.json`, ROOT), "utf8")) as Texts;
}

function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name))].sort();
}

const english = { errors: textsOf("en", "errors"), mails: textsOf("en", "mails"), notifications: textsOf("en", "notifications") };
const others = LOCALES.filter((locale) => locale !== "en");

describe("the locales", () => {
  it("I18-01 the locales are twenty, each with a name and a direction; Arabic and Hebrew are written from right to left", () => {
    expect(LOCALES).toHaveLength(20);
    expect(Object.keys(locales)).toEqual([...LOCALES]);
    expect(readdirSync(ROOT).sort()).toEqual([...LOCALES]);
    const names = Object.values(locales).map(({ name }) => name);
    expect(new Set(names).size).toBe(20);
    expect(LOCALES.filter((locale) => locales[locale].direction === "rtl")).toEqual(["ar", "he"]);
    expect([isLocale("de"), isLocale("xx"), isLocale(null), isLocale("__proto__")]).toEqual([true, false, false, false]);
  });
});

describe("English", () => {
  it("I18-02 English has the message of the catalogue for every error, and no other errors", () => {
    const messages = Object.fromEntries(
      Object.entries<Catalogue[string]>(catalogue).flatMap(([key, { message, forStaff }]) => [
        [key, message],
        ...(forStaff === undefined ? [] : [[`${key}.forStaff`, forStaff]]),
      ]),
    );
    const base = Object.fromEntries(Object.entries(english.errors).filter(([key]) => !PLURAL.test(key)));
    expect(base).toEqual(messages);
  });

  it("I18-02 English has a title and a body for every notification", () => {
    for (const key of NOTIFICATION_KEYS) {
      expect(english.notifications).toHaveProperty([`${key}.title`]);
      expect(english.notifications).toHaveProperty([`${key}.body`]);
    }
  });

  it("NOT-11 English has a body without placeholders for every notification", () => {
    const bodies = Object.entries(english.notifications).filter(([key]) => key.includes(".body"));
    for (const key of NOTIFICATION_KEYS) {
      const plain = bodies.filter(([body, text]) => body.startsWith(`${key}.`) && placeholdersOf(text).length === 0);
      expect(plain.map(([body]) => body)).not.toHaveLength(0);
    }
  });
});

describe.each(["errors", "mails", "notifications"] as const)("%s.json", (namespace) => {
  const model = english[namespace];
  const baseKeys = Object.keys(model).filter((key) => !PLURAL.test(key));

  it.each(LOCALES)("I18-02 %s has exactly the keys of English, sorted", (locale) => {
    const keys = Object.keys(textsOf(locale, namespace));
    expect(keys).toEqual([...keys].sort());
    expect(keys.filter((key) => !PLURAL.test(key))).toEqual(baseKeys);
  });

  it.each(LOCALES)("NOT-11 %s has the placeholders of English and no stray brace", (locale) => {
    for (const [key, text] of Object.entries(textsOf(locale, namespace))) {
      const expected = placeholdersOf(model[key.replace(PLURAL, "")] ?? "");
      const named = placeholdersOf(text);
      if (PLURAL.test(key)) expect(expected).toEqual(expect.arrayContaining(named));
      else expect({ key, named }).toEqual({ key, named: expected });
      expect(text.replace(/\{\w+\}/g, "")).not.toMatch(/[{}]/);
      expect(text).toBe(text.trim());
      expect(text).not.toBe("");
    }
  });

  it.each(LOCALES)("%s has only plural forms of its own language, each with its base text", (locale) => {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    const texts = textsOf(locale, namespace);
    for (const key of Object.keys(texts)) {
      const category = PLURAL.exec(key)?.[1];
      if (category === undefined) continue;
      expect(pluralCategories as readonly string[]).toContain(category);
      expect(texts).toHaveProperty([key.replace(PLURAL, "")]);
    }
  });

  it.each(others)("ENV-20 %s has no text that is still English", (locale) => {
    const texts = textsOf(locale, namespace);
    const same = Object.keys(texts).filter((key) => texts[key] === model[key]);
    expect(same.filter((key) => !SAME_AS_ENGLISH.includes(`${locale}:${key}`))).toEqual([]);
  });
});

describe.each(["pages", ...STAFF_PLACES.map((place) => `staff-${place}`)])("%s.json", (namespace) => {
  const model = textsOf("en", namespace);
  const plain = Object.keys(model).filter((key) => !PLURAL.test(key));
  /** A text with a number has every plural form of its language, and no others. */
  const counted = new Set(
    Object.keys(model)
      .filter((key) => PLURAL.test(key))
      .map((key) => key.replace(PLURAL, "")),
  );
  const formsOf = (locale: Locale) => new Intl.PluralRules(locale).resolvedOptions().pluralCategories;

  it.each(LOCALES)("PGE-22 %s has the texts of English and every plural form of its own, sorted", (locale) => {
    const keys = Object.keys(textsOf(locale, namespace));
    const forms = [...counted].flatMap((key) => formsOf(locale).map((form) => `${key}_${form}`));
    expect(keys).toEqual([...plain, ...forms].sort());
  });

  it.each(LOCALES)("PGE-22 %s has the placeholders of English and no stray brace", (locale) => {
    for (const [key, text] of Object.entries(textsOf(locale, namespace))) {
      const expected = placeholdersOf(model[key] ?? model[key.replace(PLURAL, "_other")] ?? "");
      const named = placeholdersOf(text);
      // "One day" may do without its number.
      if (PLURAL.test(key)) expect(expected).toEqual(expect.arrayContaining(named));
      else expect({ key, named }).toEqual({ key, named: expected });
      expect(text.replace(/\{\w+\}/g, "")).not.toMatch(/[{}]/);
      expect(text).toBe(text.trim());
      expect(text).not.toBe("");
    }
  });

  it.each(others)("PGE-22 %s has no text that is still English", (locale) => {
    const texts = textsOf(locale, namespace);
    expect(Object.keys(texts).filter((key) => texts[key] === model[key])).toEqual([]);
  });
});
