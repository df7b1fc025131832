import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf } from "../support/test-system.ts";
import {
  accessibilityProblems,
  type BrowserSystem,
  button,
  checkedIn,
  LAYOUT_SHIFT,
  LOOKS,
  MAX_SHIFT,
  openAs,
  problemsOf,
  startBrowserSystem,
} from "./fixture.ts";
import { hasFocus } from "./focus.ts";

const PHONE = { width: 360, height: 640 };
const LINKS = ["Diary", "Shop"];

/** The server's own time for a page, in milliseconds. */
async function serverTime(url: string): Promise<number> {
  const { headers } = await fetch(url, { headers: { accept: "text/html" } });
  return Number(/dur=([\d.]+)/.exec(headers.get("server-timing") ?? "")?.[1]);
}

/** Time of the largest paint, in milliseconds since the start of the page, and the layout shift since then. */
const VITALS = `new Promise((resolve) => {
  const best = { paint: 0, shift: 0 };
  const observe = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe("largest-contentful-paint", ({ startTime }) => (best.paint = startTime));
  observe("layout-shift", ({ value }) => (best.shift += value));
  requestAnimationFrame(() => setTimeout(() => resolve(best)));
})`;
/** Whether the text about a creator is shown without being cut off. */
const IS_WHOLE = `[document.querySelector(".folded .written")].every(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)`;
const [PAINT_MS, LOADS] = [1_500, 6] as const;

let system: BrowserSystem;
let creator: CreatorPerson;
let path: string;
let bioPageId: string;

beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const own = async (method: string, at: string, body: object) => {
  const reply = await creator.send(method, `/creators/${creator.creatorId}${at}`, body);
  expect(reply.status).toBeLessThan(300);
  return reply.body.data as Record<string, string>;
};

/** Each test has a creator of its own, so that its counters start at zero. */
beforeEach(async () => {
  creator = await system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" });
  path = `/${creator.username}`;
  await own("PATCH", "/bio", { bio: `I answer every message.\n${"A longer story. ".repeat(25)}` });
  for (const title of LINKS) await own("POST", "/links", { title, url: `${system.base}/help?${title}` });
  bioPageId = dataOf<{ bioPageId: string }>(await system.send("GET", `/bio${path}`), 200).bioPageId;
});

const bioViews = () => system.runtime.database("analytics").connection.collection("bio_page_views").find({ bioPageId }).toArray();

describe("the page for everybody", () => {
  it("PGE-10 the page runs no script from user content", async () => {
    await own("PATCH", "/bio", { bio: "<img src=x onerror=alert(1)><script>alert(2)</script>" });
    await own("POST", "/links", { title: "<script>alert(3)</script>", url: "https://a.example.org/" });
    const page = await (await system.visitor()).newPage();
    let dialogs = 0;
    page.on("dialog", () => {
      dialogs += 1;
    });
    await page.goto(path);
    await page.getByText("<script>alert(3)</script>").waitFor();
    expect(dialogs).toBe(0);
  });

  it("PGE-07 the embedded page stands in a frame of an allowed site", async () => {
    await own("PATCH", "/bio", { embedEnabled: true });
    await system.setConfig("bio.embed_frame_ancestors", ["*"]);
    const page = await (await system.visitor()).newPage();
    const elsewhere = `${system.base.replace("127.0.0.1", "localhost")}/elsewhere`;
    await page.route(elsewhere, (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<iframe src="${system.base}${path}/embed"></iframe><iframe src="${system.base}${path}"></iframe>`,
      }),
    );
    await page.goto(elsewhere);
    await page.frameLocator("iframe").first().getByRole("heading", { name: "Cleo" }).waitFor();
    expect(await page.frameLocator("iframe").nth(1).getByRole("heading", { name: "Cleo" }).count()).toBe(0);
    await eventually(async () => expect((await bioViews()).map(({ isEmbed }) => isEmbed)).toEqual([true]));
    const wide = await system.open(`${path}/embed`);
    const places = await Promise.all(["header", ".links"].map((part) => wide.locator(`article > ${part}`).boundingBox()));
    expect(places.map((place) => place?.x)).toEqual([places[0]?.x, places[0]?.x]);
  });

  it("PGE-04 a link has a menu to open it or to copy its address, and is a plain link without a script", async () => {
    const page = await system.open(path, { permissions: ["clipboard-read", "clipboard-write"] });
    const menu = page.getByRole("listitem").filter({ hasText: "Shop" });
    const summary = menu.locator("summary");
    await summary.click();
    await menu.getByRole("button", { name: "Copy" }).click();
    await menu.getByRole("button", { name: "Address copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(`${system.base}/help?Shop`);
    await page.keyboard.press("Escape");
    await menu.getByRole("link", { name: "Open" }).waitFor({ state: "hidden" });
    await hasFocus(page, "More: Shop", "on.ariaLabel");
    await page.keyboard.press("Enter");
    await page.getByRole("listitem").filter({ hasText: "Diary" }).locator("summary").click();
    await menu.getByRole("link", { name: "Open" }).waitFor({ state: "hidden" });
    await summary.click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await menu.getByRole("link", { name: "Open" }).click();
    await page.waitForURL(`${system.base}/help?Shop`);
    expect(problemsOf(page)).toEqual([]);
    const plain = await system.open(path, { javaScriptEnabled: false });
    expect(await plain.locator(".link-menu summary").filter({ visible: true }).count()).toBe(0);
    await plain.getByRole("link", { name: "Shop" }).click();
    await plain.waitForURL(`${system.base}/help?Shop`);
  });

  it("PGE-04 shows the beginning of a long text, and the rest at a press or without a script", async () => {
    const isWhole = (page: Page) => page.evaluate(IS_WHOLE);
    const page = await system.open(path, { viewport: PHONE });
    await button(page, "Show more").waitFor();
    expect(await isWhole(page)).toBe(false);
    await button(page, "Refuse").click();
    await button(page, "Show more").press("Enter");
    await button(page, "Show more").waitFor({ state: "detached" });
    expect([await isWhole(page), await page.locator(".folded .written:focus").count()]).toEqual([true, 1]);
    expect(await isWhole(await system.open(path, { javaScriptEnabled: false, viewport: PHONE }))).toBe(true);
    await own("PATCH", "/bio", { bio: "I answer every message." });
    const short = await system.open(`${path}?short`, { viewport: PHONE });
    await short.getByText("I answer every message.").waitFor();
    expect([await isWhole(short), await button(short, "Show more").count()]).toEqual([true, 0]);
    expect(problemsOf(page)).toEqual([]);
    await own("PATCH", "/bio", { bio: "One.\n\nTwo.\n \nThree.\n\nFour.\n\nFive." });
    const spaced = await system.open(`${path}?spaced`, { viewport: PHONE });
    await button(spaced, "Show more").waitFor();
    const bottomOf = (part: string) => spaced.evaluate(`document.querySelector(".folded .written ${part}").getBoundingClientRect().bottom`);
    expect(await bottomOf("p:nth-child(4)")).toBe(await bottomOf(""));
  });

  const paths = ["", "/sheet", "/embed"];
  it.each(LOOKS)("A11-01 axe finds nothing on a creator's pages: $colorScheme, $width px, $lang", async (look) => {
    const { colorScheme, width, lang } = look;
    const viewport = { width, height: 800 };
    await own("PATCH", "/bio", { embedEnabled: true });
    for (const templateId of ["paper", "night", "sand", "ink"]) {
      await own("PATCH", "/bio", { templateId });
      const page = await system.open(`${path}?lang=${lang}&look=${templateId}`, { colorScheme, viewport });
      await page.getByRole("dialog").waitFor();
      expect([templateId, await accessibilityProblems(page)]).toEqual([templateId, []]);
    }
    for (const each of checkedIn(look, paths.slice(1))) {
      const page = await system.open(`${path}${each}?lang=${lang}`, { colorScheme, viewport });
      expect([each, await accessibilityProblems(page)]).toEqual([each, []]);
    }
  });

  it("A11-04 nothing scrolls sideways at 320 px, with text twice as large", async () => {
    for (const at of [path, "/", "/discover", "/help", "/legal/terms/versions", "/no/page"]) {
      const page = await system.open(`${at}?lang=de`, { viewport: { width: 320, height: 640 }, extraHTTPHeaders: { accept: "text/html" } });
      await page.evaluate("document.documentElement.style.setProperty('font-size', '200%')");
      expect([at, await page.evaluate("document.documentElement.scrollWidth - innerWidth")]).toEqual([at, 0]);
    }
  });

  it("TRK-03 A11-06 the consent dialog moves nothing, however late it appears", async () => {
    const page = await (await system.visitor({ viewport: PHONE })).newPage();
    const painted = Promise.withResolvers<void>();
    await page.route("**/t.js", async (route) => {
      await painted.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
    painted.resolve();
    await page.getByRole("dialog").waitFor();
    expect(await page.evaluate(LAYOUT_SHIFT)).toBe(0);
  });

  const places = ["/", "creator", "first message", "message", "/messages"];
  it.each(places)("A11-06 %s paints its largest part within 1.5 s and does not move", async (named) => {
    const at = named === "creator" ? path : named.endsWith("message") ? `${path}/message` : named;
    const fan = await system.newFan("10.00");
    const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "Which lens do you use?" };
    if (named !== "first message") dataOf(await fan.send("POST", "/messages", message), 201);
    const page = await openAs(system, fan, "/messages", { viewport: PHONE });
    const best = { paint: Number.POSITIVE_INFINITY, shift: Number.POSITIVE_INFINITY };
    // A busy machine delays a load, so the quickest of several loads counts.
    for (let load = 0; load < LOADS && (best.paint > PAINT_MS || best.shift > MAX_SHIFT); load += 1) {
      await page.goto(at);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await eventually(async () => expect(await page.locator("main .skeleton").count()).toBe(0));
      const { paint, shift } = (await page.evaluate(VITALS)) as typeof best;
      best.paint = Math.min(best.paint, paint);
      best.shift = Math.min(best.shift, shift);
    }
    expect(best.paint).toBeGreaterThan(0);
    expect(best.paint).toBeLessThanOrEqual(PAINT_MS);
    expect(best.shift).toBeLessThanOrEqual(MAX_SHIFT);
  });

  it.each(["creator", "/", "/help"])("A11-05 A11-06 %s asks no other host, is rendered at once and does not move", async (named) => {
    const at = named === "creator" ? path : named;
    await system.open(at);
    const page = await (await system.visitor({ viewport: PHONE })).newPage();
    const hosts = new Set<string>();
    page.on("request", (request) => hosts.add(new URL(request.url()).origin));
    await page.goto(at, { waitUntil: "networkidle" });
    expect([...hosts]).toEqual([system.base]);
    // A busy machine delays a response, so the quickest of several counts. Each has a query of its own, because renderings are cached
    // together with their time.
    await eventually(async () => expect(await serverTime(`${system.base}${at}?time=${performance.now()}`)).toBeLessThanOrEqual(100));
    expect(await page.evaluate(LAYOUT_SHIFT)).toBeLessThanOrEqual(MAX_SHIFT);
  });
});
