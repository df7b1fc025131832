import { describe, expect, it } from "@jest/globals";
import { configReader } from "#libs/platform/config/reader.ts";
import { theBrowser } from "../support/browser.ts";
import { everyMail } from "../support/every-mail.ts";
import { accessibilityProblems } from "./fixture.ts";

const config = configReader(new Map());
const NARROW = { width: 320, height: 640 };
const MIN_BUTTON = 44;
/** The longest mails of each writer; the frame is the same in all. */
const KINDS = ["reset_password", "new_message_creator", "digest"];

it("FLD-07 a sentence that begins with a name of the other direction stands as its language does", async () => {
  const page = await (await (await theBrowser()).newContext({ viewport: NARROW })).newPage();
  for (const [locale, name, direction] of [
    ["ar", "Anna (24)", "rtl"],
    ["en", "שרה (24)", "ltr"],
  ] as const) {
    for (const { kind, html = "" } of everyMail(locale, config, name)) {
      await page.setContent(html);
      const directions = await page.evaluate("[...document.querySelectorAll('p.ink')].map((each) => getComputedStyle(each).direction)");
      expect([kind, [...new Set(directions as string[])]]).toEqual([kind, [direction]]);
    }
  }
  await page.context().close();
});

describe.each(["light", "dark"] as const)("mails in a %s program", (colorScheme) => {
  it.each(["de", "ar"] as const)("PGE-27 mails can be read by everybody on the smallest screen: %s", async (locale) => {
    const context = await (await theBrowser()).newContext({ colorScheme, viewport: NARROW });
    const page = await context.newPage();
    const mails = everyMail(locale, config, "Bürgermeisterin Annegret Kramp-Schnabelwaidinger").filter(({ kind }) => KINDS.includes(kind));
    expect(mails).toHaveLength(KINDS.length);
    for (const { kind, html = "" } of mails) {
      await page.setContent(html);
      expect({ kind, found: await accessibilityProblems(page) }).toEqual({ kind, found: [] });
      const wide = await page.evaluate("document.documentElement.scrollWidth");
      const button = await page.locator("a.button").boundingBox();
      expect({ kind, wide, isTall: (button?.height ?? 0) >= MIN_BUTTON }).toEqual({ kind, wide: NARROW.width, isTall: true });
    }
    await context.close();
  });
});
