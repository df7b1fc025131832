import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { pageWeight } from "../support/page-weight.ts";
import { type CreatorPerson, dataOf } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, LOOKS, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";
import { answerAs, creatorWithLinks, factIs, isDrawn, visit } from "./numbers.ts";

const PUBLIC_WITHIN_MS = 5_000;
const DASHBOARD_BYTES = 85_000;
const PAGE_BYTES = 60_000;

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

interface Link {
  readonly id: string;
  readonly title: string;
}

const publicHtml = async ({ username }: CreatorPerson) => (await fetch(`${system.base}/${username}`)).text();
const publicTitles = async (creator: CreatorPerson) =>
  dataOf<{ links: readonly Link[] }>(await system.send("GET", `/bio/${creator.username}`), 200).links.map(({ title }) => title);
const rowOf = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });
const isSaved = (page: Page) => page.getByText("Saved", { exact: true }).waitFor();

describe("the editor of a creator's page", () => {
  it("APP-07 links are ordered by keyboard, and the focus stays where it was pressed", async () => {
    const creator = await creatorWithLinks(system, "First", "Second", "Third");
    const page = await openAs(system, creator, "/page");
    await button(page, "Move Third up").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await eventually(async () => expect(await publicTitles(creator)).toEqual(["Third", "First", "Second"]), PUBLIC_WITHIN_MS);
    await page.getByText("Third is now at place 1").waitFor();
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Move Third down");
    await page.keyboard.press("Enter");
    await eventually(async () => expect(await publicTitles(creator)).toEqual(["First", "Third", "Second"]), PUBLIC_WITHIN_MS);
    expect(problemsOf(page)).toEqual([]);
  });

  it("APP-07 links are dragged to their place, and a move is undone while its message stays", async () => {
    const creator = await creatorWithLinks(system, "First", "Second", "Third");
    const page = await openAs(system, creator, "/page");
    const titlesAre = (...titles: readonly string[]) =>
      eventually(async () => expect(await publicTitles(creator)).toEqual(titles), PUBLIC_WITHIN_MS);
    await rowOf(page, "Third").locator(".name").dragTo(rowOf(page, "First").locator(".name"));
    await titlesAre("Third", "First", "Second");
    await page.clock.install();
    await button(page, "Undo").focus();
    await page.clock.fastForward(20_000);
    await page.keyboard.press("Enter");
    await titlesAre("First", "Second", "Third");
    expect(await button(page, "Undo").count()).toBe(0);
    await button(page, "Move First down").click();
    await page.mouse.move(0, 0);
    await button(page, "Undo").waitFor();
    await page.clock.fastForward(8_000);
    await button(page, "Undo").waitFor({ state: "detached" });
    expect(problemsOf(page)).toEqual([]);
  });

  it("APP-07 links are added, scheduled in the reader's zone, switched off, changed and removed", async () => {
    const creator = await creatorWithLinks(system, "Shop", "Channel");
    dataOf(await creator.send("PATCH", "/auth/me", { timezone: "Asia/Kolkata" }), 200);
    const page = await openAs(system, creator, "/page");
    const titlesAre = (...titles: readonly string[]) =>
      eventually(async () => expect(await publicTitles(creator)).toEqual(titles), PUBLIC_WITHIN_MS);
    await button(page, "Add a link").click();
    await page.getByLabel("Title").fill("Newsletter");
    await page.getByLabel("Address").fill("news.example.org");
    await button(page, "Save").first().click();
    await titlesAre("Shop", "Channel", "Newsletter");
    await page.getByLabel("Visible: Shop").click();
    await titlesAre("Channel", "Newsletter");
    await rowOf(page, "Shop").getByText("Off").waitFor();
    await button(page, "Edit: Channel").click();
    await page.getByLabel("Visible from").fill("2999-01-15T18:30");
    await button(page, "Save").first().click();
    await titlesAre("Newsletter");
    const links = dataOf<readonly { title: string; startsAt: string }[]>(
      await creator.send("GET", `/creators/${creator.creatorId}/links`),
      200,
    );
    expect(links.find(({ title }) => title === "Channel")?.startsAt).toBe("2999-01-15T13:00:00.000Z");
    await rowOf(page, "Channel").getByText("From").waitFor();
    await button(page, "Remove: Newsletter").click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await titlesAre();
  });

  it("APP-07 headline, bio, look, price and window are public within five seconds", async () => {
    const creator = await creatorWithLinks(system);
    const fan = await system.newFan("0");
    const page = await openAs(system, creator, "/page");
    await page.getByLabel("Headline").fill("Light and lenses");
    await page.getByLabel("Bio").fill("I answer about <b>borrowed</b> cameras.");
    await page.getByLabel("Look").selectOption("Night");
    await button(page, "Save").first().click();
    await isSaved(page);
    await eventually(async () => {
      const html = await publicHtml(creator);
      for (const text of ["Light and lenses", "&lt;b>borrowed", 'data-template="night"']) expect(html).toContain(text);
    }, PUBLIC_WITHIN_MS);
    await page.getByLabel("Price").fill("7.50");
    await page.getByLabel("Least time to reply").selectOption("7 days");
    await button(page, "Save").last().click();
    await eventually(async () => expect(await publicHtml(creator)).toContain("€7.50"), PUBLIC_WITHIN_MS);
    const quote = await fan.send("POST", "/messages/quote", { receiverId: creator.userId });
    expect(dataOf(quote, 200)).toMatchObject({ minimumPrice: "7.50", timeoutHours: 168 });
    await page.getByLabel("Everybody can see my page").uncheck();
    await button(page, "Save").first().click();
    await page.getByText("Your page is hidden.").waitFor();
    await eventually(async () => expect((await fetch(`${system.base}/${creator.username}`)).status).toBe(404), PUBLIC_WITHIN_MS);
  });

  it("APP-07 an invalid address is refused, and the input stays", async () => {
    const page = await openAs(system, await creatorWithLinks(system), "/page");
    await button(page, "Add a link").click();
    await page.getByLabel("Title").fill("Shop");
    await page.getByLabel("Address").fill("javascript:alert(1)");
    await button(page, "Save").first().click();
    await page.getByRole("alert").waitFor();
    expect(await page.getByLabel("Title").inputValue()).toBe("Shop");
  });
});

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

  it("the numbers begin with the steps that improve the page, and how many of them are done", async () => {
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

  it("APP-08 the views of the period are downloaded as one file", async () => {
    const creator = await creatorWithLinks(system);
    await visit(system, creator, { people: 1, views: 2 });
    const page = await openAs(system, creator, "/dashboard");
    const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Download CSV").click()]);
    expect(file.suggestedFilename()).toBe("page-views.csv");
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array));
    const lines = Buffer.concat(chunks).toString().trim().split("\r\n");
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
    const files = [...urls].filter((url) => new URL(url).pathname === path || /\/assets\/.*\.(js|css)$/.test(url));
    expect(await pageWeight(files)).toBeLessThanOrEqual(most);
    const scripts = await Promise.all(files.filter((url) => url.endsWith(".js")).map(async (url) => (await fetch(url)).text()));
    expect(scripts.some((text) => text.includes("u-over"))).toBe(path === "/dashboard");
  });
});
