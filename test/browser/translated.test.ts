import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import type { Person } from "../support/test-system.ts";
import { type BrowserSystem, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";
import { creatorWithLinks } from "./numbers.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

/** Translates a page into capitals, and all that comes later, as translators do: each text gets wrappers around its translation. */
const TRANSLATOR = `
  const inCapitals = (text) => text.toUpperCase();
  const wrappers = () => {
    const outer = document.createElement("font");
    outer.append(document.createElement("font"));
    return outer;
  };
  const ways = {
    // A copy takes the place of the text in one step.
    replace(text) {
      const wrapper = wrappers();
      wrapper.firstChild.textContent = inCapitals(text.data);
      text.replaceWith(wrapper);
    },
    // In two steps.
    insert(text) {
      const wrapper = wrappers();
      wrapper.firstChild.textContent = inCapitals(text.data);
      text.parentNode.insertBefore(wrapper, text);
      text.remove();
    },
    // The text itself goes into the wrapper.
    move(text) {
      const wrapper = wrappers();
      text.replaceWith(wrapper);
      wrapper.firstChild.append(text);
      text.data = inCapitals(text.data);
    },
  };
  window.translate = (way) => {
    const all = () => {
      const texts = document.createTreeWalker(document.getElementById("main"), NodeFilter.SHOW_TEXT);
      const found = [];
      while (texts.nextNode()) found.push(texts.currentNode);
      for (const text of found)
        if (text.data.trim() !== "" && !text.parentElement.closest("font, svg, select, textarea, script")) ways[way](text);
    };
    new MutationObserver(all).observe(document.body, { childList: true, characterData: true, subtree: true });
    all();
  };`;

/** What the page shows after each step, in small letters. */
async function storyOf(page: Page, steps: readonly ((page: Page) => Promise<unknown>)[]): Promise<readonly string[]> {
  const shown: string[] = [];
  for (const step of steps) {
    await step(page);
    // The two pages may be shown in different minutes.
    const text = String.raw`document.getElementById("main").innerText.toLowerCase().replace(/\s+/g, " ").replace(/\d\d:\d\d/g, "hh:mm")`;
    let last = "";
    await eventually(async () => {
      const now = await page.evaluate<string>(text);
      const isStill = now === last;
      last = now;
      expect(isStill).toBe(true);
    });
    shown.push(last);
  }
  return shown;
}

const press = (selector: string) => (page: Page) => page.locator(selector).first().click();
const fill = (selector: string, value: string) => (page: Page) => page.locator(selector).first().fill(value);
const seen = (selector: string) => (page: Page) => page.locator(selector).first().waitFor();

/** Switches the first of two links on or off, and waits until its row and the preview show it. */
const switchTo = (state: "on" | "off") => async (page: Page) => {
  const row = page.locator("main ol.list li").first();
  await row.locator("input[type=checkbox]").click();
  await row.filter({ hasText: state === "off" ? /off/i : /^(?!.*off)/i }).waitFor();
  await page
    .locator(".links li")
    .nth(1)
    .waitFor({ state: state === "off" ? "detached" : "attached" });
};

describe("a page that is translated", () => {
  it.each(["replace", "insert", "move"])("FLD-33 amounts, errors, rows and buttons change as in the original (%s)", async (way) => {
    const creator = await creatorWithLinks(system, "Shop", "Channel");
    const fan = await system.newFan("7.00");
    // An account without a zone adopts that of the browser, and the page says so once.
    for (const { send } of [creator, fan]) await send("PATCH", "/auth/me", { timezone: "Europe/Berlin" });
    const stories: readonly { readonly person: Person; readonly path: string; readonly steps: Parameters<typeof storyOf>[1] }[] = [
      {
        person: fan,
        path: `/${creator.username}/message`,
        steps: [
          seen("main textarea"),
          press("main button.primary"),
          fill("main textarea", "A question"),
          fill("main [name=price]", "6.50"),
          fill("main [name=price]", "4"),
          press("main button.primary"),
          fill("main [name=price]", "25,00"),
          fill("main textarea", ""),
        ],
      },
      {
        person: creator,
        path: "/settings/vacation",
        steps: [
          seen("main button.primary"),
          fill("[name=endDate]", "0202-01-01"),
          press("main button.primary"),
          fill("[name=endDate]", "2099-01-01"),
          async (page) => {
            await press("main button.primary")(page);
            await page.locator("[name=endDate]").waitFor({ state: "detached" });
          },
          async (page) => {
            await press("main button.primary")(page);
            await page.locator("[name=endDate]").waitFor();
          },
        ],
      },
      {
        person: creator,
        path: "/page",
        steps: [
          seen("main ol.list li"),
          press("main ol.list + * + p.actions button, main section[aria-labelledby=links] > p.actions button"),
          fill("[name=startsAt]", "0202-01-01T10:00"),
          press("form.card button[type=submit]"),
          press("form.card button.quiet"),
          switchTo("off"),
          switchTo("on"),
        ],
      },
    ];
    for (const { person, path, steps } of stories) {
      const original = await openAs(system, person, path);
      const expected = await storyOf(original, steps);
      const page = await openAs(system, person, path);
      await steps[0]?.(page);
      await page.evaluate(TRANSLATOR);
      await page.evaluate(`translate("${way}")`);
      const told = await storyOf(page, steps);
      for (const [index, text] of told.entries()) expect([path, index, text]).toEqual([path, index, expected[index]]);
      expect(new Set(told).size).toBeGreaterThanOrEqual(3);
      expect(problemsOf(page)).toEqual([]);
      await system.closeWindows();
    }
  });
});
