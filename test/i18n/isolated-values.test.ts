import { describe, expect, it } from "@jest/globals";
import { textsOf } from "#gateway/ui/texts.ts";
import { LOCALES, type Locale } from "#libs/contracts/shared.ts";
import { configReader } from "#libs/platform/config/reader.ts";
import { bundleOf } from "#libs/platform/i18n/bundles.ts";
import { locales } from "#libs/platform/i18n/locales.ts";
import { translate } from "#libs/platform/i18n/translate.ts";
import { everyMail } from "../support/every-mail.ts";

const NAMES = ["שרה (24)", "محمد!", "Anna (24)", "علی\u200cرضا 7", "24", "Sara שרה", "𞤀𞤣𞤤𞤢𞤥"];
const config = configReader(new Map([["CONFIG_SITE_NAME", "أخبار (EU)"]]));
const isRightToLeft = (locale: Locale) => locales[locale].direction === "rtl";
const isLatin = (name: string) => !/[\u0590-\u08ff\u{1e900}-\u{1e95f}]/u.test(name);
const between = (name: string, locale: Locale) => (isLatin(name) && !isRightToLeft(locale) ? name : `\u2068${name}\u2069`);

describe.each(LOCALES)("names in sentences in %s", (locale) => {
  it.each(NAMES)("FLD-07 %s is isolated where its direction may differ from that of the notice", (name) => {
    const notice = translate(locale, "new_message_creator.body", { senderName: name });
    expect(notice).toContain(between(name, locale));
    expect(notice.replaceAll(between(name, locale), "")).not.toMatch(/[\u2066-\u2069]/);
    expect(textsOf(bundleOf(locale), locale)("page.compose.title", { name })).toContain(between(name, locale));
  });

  it.each(NAMES)("FLD-07 %s keeps the order of every mail, in its subject, its text and its HTML", (name) => {
    for (const { kind, subject, text, html = "" } of everyMail(locale, config, name)) {
      // The name of the site stands alone in the first line and in its heading; everywhere else it is in a sentence.
      const sentences = `${subject}\n${text.slice(text.indexOf("\n"))}`;
      for (const value of [name, "أخبار (EU)"].filter((word) => sentences.includes(word) && word !== "24")) {
        expect([kind, sentences.split(value).length]).toEqual([kind, sentences.split(between(value, locale)).length]);
      }
      expect(html).toContain("<bdi>أخبار (EU)</bdi></h1>");
      // A paragraph that begins with a name has the direction of the mail, not that of the name.
      expect(html).not.toContain('dir="auto"');
    }
  });
});

it("FLD-07 a name with controls of its own does not end its isolation", () => {
  const evil = "שרה\u2069\u202e (24)";
  expect(translate("en", "new_message_creator.body", { senderName: evil })).toContain("\u2068שרה (24)\u2069");
});
