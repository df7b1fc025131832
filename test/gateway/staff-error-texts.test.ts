import { expect, it } from "@jest/globals";
import { allContracts } from "#libs/contracts/index.ts";
import { LOCALES } from "#libs/contracts/shared.ts";
import { catalogue } from "#libs/errors/catalogue/index.ts";
import type { Catalogue } from "#libs/errors/codes.ts";
import { textKeyOf } from "#libs/errors/text-key.ts";
import { translate } from "#libs/platform/i18n/translate.ts";

const errors: Catalogue = catalogue;
const staffErrors = new Set(allContracts.flatMap(({ http, errors: keys }) => (http?.path.startsWith("/admin/") ? keys : [])));

it("CON-09 no refusal tells staff about their own things, or what to do, when it is about another person", () => {
  const ofOthers = [...staffErrors].filter((key) => /\byour\b(?! own\b)|\bplease\b/i.test(translate("en", textKeyOf(key, true))));
  expect(ofOthers).toEqual([]);
});

it("CON-09 each text for staff differs from the one for users in every language, and belongs to an error of a staff route", () => {
  const own = Object.keys(catalogue).filter((key): key is keyof typeof catalogue => errors[key]?.forStaff !== undefined);
  expect(own.length).toBeGreaterThan(0);
  for (const key of own) {
    expect([key, staffErrors.has(key)]).toEqual([key, true]);
    expect(textKeyOf(key, false)).toBe(key);
    for (const locale of LOCALES) expect(translate(locale, textKeyOf(key, true))).not.toBe(translate(locale, key));
  }
});
