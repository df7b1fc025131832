import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { decode } from "fast-png";
import type { Page } from "playwright-core";
import { TEMPLATE_NAMES } from "#gateway/ui/templates.ts";
import { dataOf } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const isWider = "document.documentElement.scrollWidth > innerWidth";
const LONG = "Donaudampfschifffahrtsgesellschaftskapitänswitwe";
const ARABIC = "حدائق صغيرة وشرفات بلا شمس";

/** A creator with a long name, long words, Arabic and twenty links. */
async function creatorWith(templateId: string) {
  const creator = await system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" });
  dataOf(await creator.send("PATCH", "/auth/me", { displayName: `${LONG} ${templateId}`.slice(0, 60) }), 200);
  dataOf(await creator.send("PATCH", "/creators/me", { headline: ARABIC }), 200);
  const path = `/creators/${creator.creatorId}`;
  dataOf(await creator.send("PATCH", `${path}/bio`, { templateId, bio: `${LONG} and ${ARABIC}` }), 200);
  for (let index = 0; index < 20; index += 1) {
    const title = [`Link ${index}`, ARABIC, LONG.repeat(2)][index % 3];
    dataOf(await creator.send("POST", `${path}/links`, { kind: "LINK", title, url: `https://www.example.org/${index}` }), 201);
  }
  return creator;
}

/** The face of the page is optional, so it is there from the second load on. */
async function withFont(page: Page): Promise<Page> {
  await page.reload();
  await page.locator(".links").last().waitFor();
  await page.locator(".until-script").waitFor({ state: "detached" });
  await page.evaluate("document.fonts.ready.then(() => true)");
  return page;
}

/** A picture of a part that begins within a pixel would be drawn beside it. */
const onWholePixels = (page: Page, root: string) =>
  page.evaluate(`{
    const part = document.querySelector(${JSON.stringify(root)});
    const { left, top } = part.getBoundingClientRect();
    part.style.translate = (Math.ceil(left) - left) + "px " + (Math.ceil(top) - top) + "px";
  }`);

const PARTS = [".cover", ".creator-head", ".headline", ".written", ".links"];
const boxesIn = (page: Page, root: string) =>
  page.evaluate(`${JSON.stringify(PARTS)}.map((part) => {
    const { width, height } = document.querySelector(${JSON.stringify(root)}).querySelector(part).getBoundingClientRect();
    return part + " " + Math.round(width) + " × " + Math.round(height);
  })`) as Promise<string[]>;

/** Share of squares. */
const MAX_DIFFERENCE = 0.02;
/** Side of the squares that are compared, in pixels: the same line at another fraction of a pixel is drawn a little differently. */
const SQUARE = 8;

/** The means of the squares of a picture, by row and column. */
function squaresOf(picture: Buffer): readonly (readonly number[])[] {
  const { data, width, height } = decode(picture);
  const channels = data.length / (width * height);
  const meanAt = (left: number, top: number) => {
    let sum = 0;
    for (let y = top; y < top + SQUARE; y += 1)
      for (let x = left; x < left + SQUARE; x += 1) for (let c = 0; c < 3; c += 1) sum += data[(y * width + x) * channels + c] ?? 0;
    return sum / (3 * SQUARE * SQUARE);
  };
  const starts = (size: number) => Array.from({ length: Math.floor((size - 1) / SQUARE) }, (_, index) => index * SQUARE);
  return starts(height).map((top) => starts(width).map((left) => meanAt(left, top)));
}

/** Share of the squares that differ visibly. */
function difference(one: Buffer, other: Buffer): number {
  const [a, b] = [squaresOf(one).flat(), squaresOf(other).flat()];
  if (a.length !== b.length) return 1;
  return a.filter((mean, index) => Math.abs(mean - (b[index] ?? 0)) > 24).length / a.length;
}

describe("the templates of a creator's page", () => {
  it.each(TEMPLATE_NAMES)(
    "VIS-08 %s is readable in both schemes with a long name, long words, Arabic and twenty links",
    async (templateId) => {
      const { username } = await creatorWith(templateId);
      for (const [colorScheme, lang, width] of [
        ["light", "en", 1280],
        ["dark", "ar", 320],
      ] as const) {
        const page = await system.open(`/${username}?lang=${lang}`, { colorScheme, viewport: { width, height: 800 } });
        expect(await accessibilityProblems(page)).toEqual([]);
        expect([await page.evaluate(isWider), problemsOf(page)]).toEqual([false, []]);
      }
    },
  );

  it.each(["night", "sea"])("VIS-08 the preview in the editor equals the page: %s", async (templateId) => {
    const creator = await creatorWith(templateId);
    const editor = await withFont(await openAs(system, creator, "/page", { viewport: { width: 1280, height: 800 } }));
    await editor.locator(".page-preview .links").waitFor();
    const width = (await editor.evaluate(`document.querySelector(".page-preview .cover").getBoundingClientRect().width`)) as number;
    const page = await withFont(await system.open(`/${creator.username}`, { viewport: { width: Math.round(width) + 33, height: 800 } }));
    // What stands fixed in the window would cover the parts.
    for (const each of [page, editor])
      await each.evaluate(`document.querySelectorAll(".foot-stack, .toast").forEach((part) => part.remove())`);
    await page.evaluate(`document.querySelector("article").style.inlineSize = "${width}px"`);
    await onWholePixels(editor, ".page-preview");
    await onWholePixels(page, "article");
    expect(await boxesIn(editor, ".page-preview")).toEqual(await boxesIn(page, "article"));
    const differing: Record<string, number> = {};
    for (const part of PARTS) {
      const shown = await editor.locator(`.page-preview ${part}`).screenshot();
      const share = difference(shown, await page.locator(`article ${part}`).screenshot());
      if (share > MAX_DIFFERENCE) differing[part] = share;
    }
    expect(differing).toEqual({});
  });
});
