import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { LOCALES } from "#libs/contracts/shared.ts";
import { catalogue } from "#libs/errors/catalogue/index.ts";
import { dataOf, startTestSystem, type TestSystem } from "../support/test-system.ts";

interface Texts {
  readonly locale: string;
  readonly direction: string;
  readonly messages: Record<string, string>;
}

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.stop());

describe("localization over HTTP", () => {
  it("I18-01 lists the twenty codes with name and direction", async () => {
    const reply = await system.send("GET", "/public/i18n/locales");
    const locales = dataOf<{ code: string; name: string; direction: string }[]>(reply, 200);
    expect(locales.map(({ code }) => code)).toEqual([...LOCALES]);
    for (const locale of locales) expect(Object.keys(locale).sort()).toEqual(["code", "direction", "name"]);
    expect(locales.filter(({ direction }) => direction === "rtl").map(({ code }) => code)).toEqual(["ar", "he"]);
    expect(new Set(locales.map(({ direction }) => direction))).toEqual(new Set(["ltr", "rtl"]));
  });

  it.each(LOCALES)("I18-02 the bundle of %s has a text for every error key", async (locale) => {
    const texts = dataOf<Texts>(await system.send("GET", `/public/i18n/${locale}`), 200);
    expect(texts).toMatchObject({ locale, direction: ["ar", "he"].includes(locale) ? "rtl" : "ltr" });
    for (const key of Object.keys(catalogue)) expect([key, texts.messages[key]]).toEqual([key, expect.stringMatching(/./)]);
  });

  it.each(["locales", "de"])("I18-02 %s has an ETag, and a request with it is answered with 304", async (name) => {
    const first = await system.send("GET", `/public/i18n/${name}`);
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/^"[^"]+"$/);
    expect(first.headers.get("cache-control")).toMatch(/^public/);
    const again = await system.send("GET", `/public/i18n/${name}`, { headers: { "if-none-match": tag } });
    expect([again.status, again.body, again.headers.get("etag")]).toEqual([304, undefined, tag]);
    const other = await system.send("GET", "/public/i18n/fr", { headers: { "if-none-match": tag } });
    expect(other.status).toBe(200);
  });

  it.each(["xx", "en-US", "EN", "__proto__", "constructor", "..%2fen", "%00"])(
    "I18-02 answers 404 for the unknown locale %s",
    async (locale) => {
      const { status, body } = await system.send("GET", `/public/i18n/${locale}`);
      expect([status, body.error.i18nKey]).toEqual([404, "i18n.error.locale_not_found"]);
    },
  );
});
