import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, checkedIn, LOOKS, startBrowserSystem } from "./fixture.ts";

const PHONE = { width: 360, height: 640 };
const LINKS = ["Diary", "Shop"];

/** Milliseconds that the server says it has taken for a page. */
async function serverTime(url: string): Promise<number> {
  const { headers } = await fetch(url, { headers: { accept: "text/html" } });
  return Number(/dur=([\d.]+)/.exec(headers.get("server-timing") ?? "")?.[1]);
}

/** How far the page has moved since it was drawn: the sum of its layout shifts. */
const LAYOUT_SHIFT = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value;
  }).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => setTimeout(() => resolve(sum)));
})`;

let system: BrowserSystem;
let creator: CreatorPerson;
let path: string;
let bioPageId: string;

beforeAll(async () => {
  system = await startBrowserSystem();
});
afterAll(() => system?.stop());

const own = async (method: string, at: string, body: object) => {
  const reply = await creator.send(method, `/creators/${creator.creatorId}${at}`, body);
  expect(reply.status).toBeLessThan(300);
  return reply.body.data as Record<string, string>;
};

/** A creator of their own for each test, so that numbers start at nothing. */
beforeEach(async () => {
  creator = await system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" });
  path = `/${creator.username}`;
  await own("PATCH", "/bio", { bio: `I answer every message.\n${"A longer story. ".repeat(25)}` });
  for (const title of LINKS) await own("POST", "/links", { title, url: `${system.base}/help?${title}` });
  bioPageId = dataOf<{ bioPageId: string }>(await system.send("GET", `/bio${path}`), 200).bioPageId;
});

const bioViews = () => system.runtime.database("analytics").connection.collection("bio_page_views").find({ bioPageId }).toArray();

describe("the page for everybody", () => {
  it("PGE-10 runs nothing that people wrote", async () => {
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

  it.each(["creator", "/", "/help"])("A11-05 A11-06 %s asks no other host, is rendered at once and does not move", async (named) => {
    const at = named === "creator" ? path : named;
    await system.open(at);
    const page = await (await system.visitor({ viewport: PHONE })).newPage();
    const hosts = new Set<string>();
    page.on("request", (request) => hosts.add(new URL(request.url()).origin));
    await page.goto(at, { waitUntil: "networkidle" });
    expect([...hosts]).toEqual([system.base]);
    // What the page takes is what is left when the machine does nothing else: the quickest of several.
    // Each has a query of its own, because renderings are remembered together with their time.
    await eventually(async () => expect(await serverTime(`${system.base}${at}?time=${performance.now()}`)).toBeLessThanOrEqual(100));
    expect(await page.evaluate(LAYOUT_SHIFT)).toBeLessThanOrEqual(0.05);
  });
});
