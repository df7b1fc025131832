import { describe, expect, it } from "@jest/globals";
import { pickLocale } from "#libs/platform/i18n/pick-locale.ts";

describe("ENV-20 the locale of Accept-Language", () => {
  it.each([
    [undefined, "en"],
    ["", "en"],
    ["de", "de"],
    ["DE-ch", "de"],
    ["zh-Hant-TW", "zh"],
    ["fr;q=0.5, ar;q=0.9, de;q=0.1", "ar"],
    ["xx, yy;q=0.9, pt-BR;q=0.2", "pt"],
    ["de;q=0, fr;q=0.1", "fr"],
    ["iw", "he"],
    ["in-ID", "id"],
    ["*", "en"],
    ["*;q=0.5, sv;q=0.4", "en"],
    ["de;q=x", "en"],
    [";;;,,,q=1", "en"],
    [`${"xx,".repeat(50)}de`, "en"],
    ["__proto__, constructor", "en"],
  ])("%s → %s", (header, locale) => {
    expect(pickLocale(header)).toBe(locale);
  });
});
