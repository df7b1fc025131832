import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf } from "../support/test-system.ts";
import { type BrowserSystem, button, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";
import { hasFocus } from "./focus.ts";
import { creatorWithLinks } from "./numbers.ts";

const PUBLIC_WITHIN_MS = 5_000;

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
    await hasFocus(page, "Move Third down", "on.ariaLabel");
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
    await page.locator("[name=url]:focus[aria-invalid=true]").waitFor();
    await page.locator(".problem").getByText("This address does not fit the kind of link.").waitFor();
    expect(await page.getByLabel("Title").inputValue()).toBe("Shop");
  });
});

/** Background and text of the page beside its editor. */
const PREVIEW_COLOURS = `["backgroundColor", "color"].map((name) => getComputedStyle(document.querySelector(".page-preview"))[name])`;

describe("the editor beside the page", () => {
  let creator: CreatorPerson;
  beforeEach(async () => {
    creator = await creatorWithLinks(system, "Diary", "Shop");
  });

  it("APP-07 links can be dragged by touch, and a drop beside them leaves them in place", async () => {
    const film = { kind: "LINK", title: "Film", url: "https://www.example.org/" };
    dataOf(await creator.send("POST", `/creators/${creator.creatorId}/links`, film), 201);
    const page = await openAs(system, creator, "/page", { hasTouch: true });
    const finger = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd" | "touchCancel", ...touchPoints: { x: number; y: number }[]) =>
      finger.send("Input.dispatchTouchEvent", { type, touchPoints });
    const placeOf = async (title: string) => {
      const { x, y, height } = (await page.locator("ol li").filter({ hasText: title }).locator(".grip").boundingBox()) ?? {
        x: 0,
        y: 0,
        height: 0,
      };
      return { x: x + 10, y: y + height / 2 };
    };
    await page.locator("ol li").filter({ hasText: "Diary" }).locator(".grip").scrollIntoViewIfNeeded();
    await touch("touchStart", await placeOf("Film"));
    await touch("touchMove", await placeOf("Shop"));
    await eventually(async () => expect(await page.locator("ol .name").allTextContents()).toEqual(["Diary", "Film", "Shop"]));
    await touch("touchMove", await placeOf("Diary"));
    await eventually(async () => expect(await page.locator("ol .name").allTextContents()).toEqual(["Film", "Diary", "Shop"]));
    await touch("touchEnd");
    await eventually(async () => expect(await publicTitles(creator)).toEqual(["Film", "Diary", "Shop"]));
    await button(page, "Undo").waitFor();
    await touch("touchStart", await placeOf("Shop"));
    await touch("touchMove", await placeOf("Film"));
    await touch("touchCancel");
    await eventually(async () => expect(await page.locator("ol .name").allTextContents()).toEqual(["Film", "Diary", "Shop"]));
    expect(await publicTitles(creator)).toEqual(["Film", "Diary", "Shop"]);
    expect(problemsOf(page)).toEqual([]);
  });

  it("the editor has one primary button, which saves the text about the creator", async () => {
    const page = await openAs(system, creator, "/page");
    await button(page, "Add a link").click();
    await page.getByLabel("Title").waitFor();
    expect(await page.locator("main button.primary").allTextContents()).toEqual(["Save"]);
    expect(await page.getByRole("region", { name: "About you" }).locator("button.primary").count()).toBe(1);
  });

  it("APP-07 on a wide screen the editor shows the public page beside it, and updates it after each save", async () => {
    const page = await openAs(system, creator, "/page");
    const preview = page.locator(".page-preview");
    await preview.getByText("from €5.00").waitFor();
    const titles = () => preview.locator(".links .link-card").allTextContents();
    expect(await titles()).toEqual(["Diary", "Shop"]);
    await button(page, "Move Shop up").click();
    await eventually(async () => expect(await titles()).toEqual(["Shop", "Diary"]));
    await page.getByLabel("Headline").fill("Light and lenses");
    await page.getByLabel("Look").selectOption("Night");
    await button(page, "Save").first().click();
    await preview.getByText("Light and lenses").waitFor();
    expect(await preview.getAttribute("data-template")).toBe("night");
    expect(await page.evaluate(PREVIEW_COLOURS)).toEqual(["rgb(18, 19, 31)", "rgb(242, 237, 225)"]);
    await preview.getByText("Diary").click({ force: true });
    expect(new URL(page.url()).pathname).toBe("/page");
    await page.getByLabel("Everybody can see my page").uncheck();
    await button(page, "Save").first().click();
    await preview.waitFor({ state: "detached" });
    await page.getByLabel("Everybody can see my page").check();
    await button(page, "Save").first().click();
    await preview.waitFor();
    await page.setViewportSize({ width: 360, height: 640 });
    await preview.waitFor({ state: "hidden" });
    expect(problemsOf(page)).toEqual([]);
  });
});
