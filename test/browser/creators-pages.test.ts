import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { pageWeight } from "../support/page-weight.ts";
import { dataOf } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, LOOKS, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";
import { answerAs, creatorWithLinks, factIs, isDrawn, visit } from "./numbers.ts";

const DASHBOARD_BYTES = 130_000;
const PAGE_BYTES = 100_000;

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

describe("the numbers of a creator", () => {
  it("APP-08 every plot has its table: the numbers of the interface, and the same caption", async () => {
    const creator = await creatorWithLinks(system);
    await visit(system, creator, { people: 3, views: 2 });
    const page = await openAs(system, creator, "/dashboard?days=7");
    await page.locator("canvas").nth(1).waitFor();
    const reply = await creator.send("GET", `/creators/${creator.creatorId}/analytics/timeseries`);
    const { points } = dataOf<{ points: readonly { bioViews: number; visitors: number }[] }>(reply, 200);
    const figures = page.locator("figure");
    expect([await figures.count(), await page.locator("canvas").count()]).toEqual([2, 2]);
    for (const [index, field] of (["bioViews", "visitors"] as const).entries()) {
      const figure = figures.nth(index);
      expect(await page.evaluate(isDrawn(index))).toBe(true);
      await figure.getByText("Show as table").click();
      expect(await figure.locator("table caption").textContent()).toBe(await figure.locator("figcaption").textContent());
      const numbers = await figure.locator("tbody tr td:nth-of-type(1)").allTextContents();
      expect(numbers.map(Number)).toEqual(points.slice(-7).map((point) => point[field]));
    }
    expect(points.at(-1)).toMatchObject({ bioViews: 6, visitors: 3 });
    await page.getByRole("row", { name: "video.example 3" }).waitFor();
    expect(problemsOf(page)).toEqual([]);
  });

  it("EAS-17 the numbers begin with the steps that improve the page, until they are done or hidden", async () => {
    const creator = await system.newCreator();
    const page = await openAs(system, creator, "/dashboard");
    await page.getByText("0 of 5 done").waitFor();
    await page.getByText("Nobody has been here yet.").waitFor();
    expect(await page.locator("canvas").count()).toBe(0);
    const of = `/creators/${creator.creatorId}`;
    dataOf(await creator.send("PATCH", `${of}/bio`, { bio: "Light and lenses." }), 200);
    dataOf(await creator.send("PATCH", `${of}/dm-settings`, { dmType: "PER_MESSAGE", price: "5.00" }), 200);
    await page.reload();
    await page.getByText("2 of 5 done").waitFor();
    const step = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    for (const name of ["Write who you are", "Set a price"]) await step(name).getByText("Done").waitFor();
    expect(await step("Add a link").getByText("Done").count()).toBe(0);
    await step("Add a link").getByRole("link").click();
    await button(page, "Add a link").waitFor();
    await visit(system, creator, { people: 1, views: 1 });
    await page.goto("/dashboard");
    await page.locator("canvas").first().waitFor();
    await page.getByText("3 of 5 done").waitFor();
    await button(page, "Hide these steps").click();
    await page.getByText("First steps").waitFor({ state: "detached" });
    await page.reload();
    await page.locator("canvas").first().waitFor();
    expect(await page.getByText("First steps").count()).toBe(0);
    expect(problemsOf(page)).toEqual([]);
  });

  it("APP-08 the numbers stand beside those of the period before; a rate needs at least five messages", async () => {
    const creator = await creatorWithLinks(system, "Shop");
    await visit(system, creator, { people: 3, views: 2 });
    const page = await openAs(system, creator, "/dashboard?days=7");
    await factIs(page, "Visitors", "3");
    await factIs(page, "Earned so far", "€0.00");
    await factIs(page, "Reply rate, 90 days", "Not enough yet");
    await factIs(page, "Page views", "6, before 0");
    await factIs(page, "Visits from \u2068video.example\u2069", "3, before 0");
    await factIs(page, "Paid messages per 100 page views", "Not enough yet");
    await page.getByRole("table", { name: "Clicks on your links so far" }).getByRole("row", { name: "Shop 0" }).waitFor();
    await answerAs(page, "**/creators/me", { replyRate: 0.92, totalMessages: 5 });
    const steps = (views: number, messages: number) => ({
      steps: [
        { step: "BIO_VIEW", count: views },
        { step: "PAID_MESSAGE", count: messages },
      ],
    });
    const [today, now, before] = [new Date().toISOString().slice(0, 10), steps(240, 6), steps(100, 5)];
    await answerAs(page, "**/analytics/funnel?*", (url) => (url.searchParams.get("to") === today ? now : before));
    await page.reload();
    await factIs(page, "Reply rate, 90 days", "92%");
    await factIs(page, "Paid messages", "6");
    await page.locator(".tiles").getByText("20% more").waitFor();
    await factIs(page, "Paid messages per 100 page views", "2.5, before 5");
  });

  it("a part of the numbers that fails says so and can be retried; the other parts are shown", async () => {
    const creator = await creatorWithLinks(system);
    await visit(system, creator, { people: 1, views: 1 });
    const page = await openAs(system, creator, "/settings/profile");
    await page.route("**/analytics/breakdown?*dimension=country*", (route) => route.abort());
    await page.goto("/dashboard");
    await page.getByRole("alert").waitFor();
    await page.getByRole("table", { name: "Where visits come from" }).waitFor();
    await page.locator("canvas").nth(1).waitFor();
    expect(await button(page, "Try again").count()).toBe(1);
    await page.unroute("**/analytics/breakdown?*dimension=country*");
    await button(page, "Try again").click();
    await page.getByRole("table", { name: "Countries" }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("APP-08 FLD-24 the views of the period are downloaded as one file, which begins with one byte order mark", async () => {
    const creator = await creatorWithLinks(system);
    await visit(system, creator, { people: 1, views: 2 });
    const page = await openAs(system, creator, "/dashboard");
    const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Download CSV").click()]);
    expect(file.suggestedFilename()).toBe("page-views.csv");
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array));
    const saved = Buffer.concat(chunks);
    expect([saved.subarray(0, 3).toString("hex"), saved.toString().split("\ufeff").length]).toEqual(["efbbbf", 2]);
    const lines = saved.toString().trim().split("\r\n");
    expect([lines.length, lines[0]?.startsWith("enteredAt,url")]).toEqual([3, true]);
  });

  it("APP-11 a fan reads why there are no numbers, and the page requests none", async () => {
    await visit(system, await creatorWithLinks(system), { people: 1, views: 1 });
    const page = await openAs(system, await system.newUser(), "/settings/profile");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto("/dashboard");
    await page.getByText("This is for creators.").waitFor();
    await page.locator("main").getByRole("link", { name: "Become a creator" }).waitFor();
    expect(asked.filter((path) => path.includes("/analytics/"))).toEqual([]);
    expect(await page.locator("canvas, table, dl").count()).toBe(0);
  });
});

describe("both", () => {
  it.each(LOOKS)("A11-01 A11-04 axe finds nothing and nothing scrolls sideways ($colorScheme, $width px, $lang)", async (look) => {
    const { colorScheme, width, lang } = look;
    const creator = await creatorWithLinks(
      system,
      "A shop with a name that is much longer than a phone is wide, in one line",
      "Unbreakable".repeat(8),
    );
    const page = await openAs(system, creator, "/messages", { colorScheme, viewport: { width, height: 800 } });
    const found: unknown[] = [];
    const check = async (path: string) => {
      await page.goto(`${path}${path.includes("?") ? "&" : "?"}lang=${lang}`);
      await page.locator("main h2, main .empty, main .tiles").first().waitFor();
      await eventually(async () => expect(await page.locator("main .skeleton").count()).toBe(0));
      for (const summary of await page.locator("figure summary").all()) await summary.click();
      const problems = await accessibilityProblems(page);
      const isWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
      if (problems.length > 0 || isWide) found.push([path, problems, isWide]);
    };
    await check("/page");
    await page
      .locator("main button")
      .filter({ hasText: /Add a link|Link hinzufügen|إضافة رابط/ })
      .click();
    found.push(...(await accessibilityProblems(page)));
    await check("/dashboard");
    await visit(system, creator, { people: 2, views: 1 });
    await check("/dashboard?days=90");
    expect(found).toEqual([]);
    expect(problemsOf(page)).toEqual([]);
  });

  it.each([
    { path: "/page", most: PAGE_BYTES },
    { path: "/dashboard", most: DASHBOARD_BYTES },
  ])("A11-05 $path is at most $most bytes compressed, and asks no other host", async ({ path, most }) => {
    const creator = await creatorWithLinks(system, "Shop");
    await visit(system, creator, { people: 1, views: 1 });
    const page = await openAs(system, creator, "/settings/profile");
    const urls = new Set<string>();
    page.on("request", (request) => urls.add(request.url()));
    await page.goto(path);
    await page.locator("canvas, ol li").first().waitFor();
    expect([...urls].filter((url) => !url.startsWith(system.base))).toEqual([]);
    const files = [...urls].filter((url) => new URL(url).pathname === path || /\/assets\/.*\.(js|css|woff2)$/.test(url));
    expect(await pageWeight(files)).toBeLessThanOrEqual(most);
    const scripts = await Promise.all(files.filter((url) => url.endsWith(".js")).map(async (url) => (await fetch(url)).text()));
    expect(scripts.some((text) => text.includes("u-over"))).toBe(path === "/dashboard");
  });
});
