import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page, Route } from "playwright-core";
import { wait } from "#libs/kernel/wait.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import {
  accessibilityProblems,
  type BrowserSystem,
  button,
  LAYOUT_SHIFT,
  openAs,
  problemsOf,
  signIn,
  signOut,
  startBrowserSystem,
} from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const LATE_MS = 100;
const PHONE = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true };
const WIDE = { viewport: { width: 1280, height: 800 } };
const isWider = "document.documentElement.scrollWidth > innerWidth";

const headings = (page: Page) => page.locator("main h2").allTextContents();
const rows = (page: Page) => page.locator("section[aria-labelledby=waits] li").allInnerTexts();
const shown = async (page: Page) => {
  await page.getByRole("heading", { name: "Waiting for you" }).waitFor();
  return page;
};

async function write(from: Person, to: Person, price: string, content: string): Promise<{ readonly messageId: string }> {
  return dataOf(await from.send("POST", "/messages", { receiverId: to.userId, dmType: "SINGLE_PAY", price, content }), 201);
}

/** People with something that waits: who opens the home, and what is said there. */
async function people() {
  const creator = await system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" });
  const both = await system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" });
  const fan = await system.newFan("50.00");
  const funds = dataOf<{ topupId: string }>(
    await both.send("POST", "/wallet/topups", { amount: "20.00" }, { headers: { "idempotency-key": both.userId } }),
    201,
  );
  dataOf(await both.send("POST", `/wallet/topups/${funds.topupId}/confirm`, {}), 200);
  const [answered] = [await write(fan, both, "5.00", "May I ask again?"), await write(fan, creator, "6.00", "Is it dead?")];
  dataOf(await both.send("POST", `/messages/${answered.messageId}/reply`, { content: "Yes." }), 201);
  await write(both, creator, "7.00", "Only hungry?");
  return { creator, both, fan, unconfirmed: await system.newUser({ verified: false }) };
}

async function stillHome(person: Person, options: typeof PHONE | typeof WIDE): Promise<Page> {
  const page = await openAs(system, person, "/", options);
  await shown(page);
  const late = async (route: Route) => {
    await wait(LATE_MS);
    await route.continue();
  };
  for (const what of ["**/*.js", "**/api/v1/**"]) await page.route(what, late);
  await page.goto("/");
  await shown(page);
  expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBeLessThanOrEqual(0.01);
  expect([await page.evaluate(isWider), problemsOf(page)]).toEqual([false, []]);
  expect(await accessibilityProblems(page)).toEqual([]);
  return page;
}

describe("the front page", () => {
  it("VIS-07 computes what a creator earns while one types, in the reader's notation; what is no price changes nothing", async () => {
    const page = await system.open("/?lang=de");
    const sums = () => page.locator("[data-sum]").allTextContents();
    await page.getByLabel("Preis einer Antwort").fill("7,50");
    await page.getByLabel("Antworten pro Woche").fill("40");
    await eventually(async () =>
      expect((await sums()).map((text) => text.replace(/\s/g, " "))).toEqual(["300,00 €", "−60,00 €", "240,00 €"]),
    );
    for (const typed of ["", "viel", "9999999999"]) await page.getByLabel("Preis einer Antwort").fill(typed);
    await page.keyboard.press("Enter");
    expect((await sums()).at(-1)).toContain("240,00");
    expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBeLessThanOrEqual(0.01);
    expect([new URL(page.url()).search, problemsOf(page)]).toEqual(["?lang=de", []]);
  });
});

describe("the home of a user", () => {
  it("VIS-07 says what waits for a fan, a creator, a creator who also writes, and an unconfirmed user, and moves nothing", async () => {
    const { creator, both, fan, unconfirmed } = await people();
    const ofFan = await stillHome(fan, WIDE);
    expect(await rows(ofFan)).toEqual([expect.stringMatching(/Yes\.\s+1 new/), expect.stringMatching(/Is it dead\?\s+€6\.00/)]);
    expect(await headings(ofFan)).toEqual(["Waiting for you", "Wallet"]);
    const ofCreator = await stillHome(creator, PHONE);
    expect(await rows(ofCreator)).toEqual([expect.stringContaining("€4.80"), expect.stringContaining("€5.60")]);
    expect(await ofCreator.locator("main").textContent()).toContain("2 open · €10.40");
    expect(await headings(ofCreator)).toEqual(["Waiting for you", "Earnings", "First steps"]);
    const ofBoth = await stillHome(both, WIDE);
    expect(await rows(ofBoth)).toEqual([expect.stringMatching(/Only hungry\?\s+€7\.00/)]);
    expect(await headings(ofBoth)).toEqual(["Waiting for you", "Earnings", "First steps", "Latest conversations"]);
    const ofNew = await stillHome(unconfirmed, PHONE);
    expect(await headings(ofNew)).toEqual(["Waiting for you", "Wallet", "First steps"]);
    expect(await ofNew.getByText("Before that you cannot write to anybody").filter({ visible: true }).count()).toBe(1);
    expect(await ofNew.getByText("0 of 2 done").count()).toBe(1);
  });

  it("VIS-07 shows the first steps until they are done or put away", async () => {
    const fan = await system.newFan("10.00");
    const page = await shown(await openAs(system, fan, "/"));
    await page.getByText("1 of 2 done").waitFor();
    await button(page, "Hide these steps").click();
    await page.getByText("1 of 2 done").waitFor({ state: "detached" });
    await page.reload();
    await shown(page);
    expect(await headings(page)).toEqual(["Waiting for you", "Wallet"]);
    const other = await shown(await openAs(system, fan, "/"));
    await other.getByText("1 of 2 done").waitFor();
    await write(fan, await system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" }), "5.00", "Hello");
    await other.reload();
    await shown(other);
    expect(await headings(other)).toEqual(["Waiting for you", "Wallet"]);
  });

  it("VIS-07 is a page of the application like the others, and the front page is back after signing out, in every tab", async () => {
    const fan = await system.newFan("10.00");
    const page = await system.open("/login");
    await signIn(page, fan);
    await page.evaluate("window.isSameDocument = true");
    await page.locator(".brand").click();
    await shown(page);
    expect([new URL(page.url()).pathname, await page.evaluate("window.isSameDocument")]).toEqual(["/", true]);
    await page.locator(".purse").click();
    await page.getByRole("heading", { level: 1, name: "Wallet" }).waitFor();
    await page.goBack();
    await shown(page);
    const second = await page.context().newPage();
    await second.goto("/");
    await shown(second);
    await signOut(page);
    for (const each of [page, second]) await each.getByRole("heading", { name: "How it works" }).waitFor();
    expect(await page.evaluate("document.cookie")).not.toContain("signed-in");
  });

  it("VIS-07 a browser with a stale cookie, or without one, gets its page with one more request", async () => {
    const fan = await system.newFan("10.00");
    const visitor = await system.visitor();
    await visitor.addCookies([{ name: "signed-in", value: "1", url: system.base }]);
    const stale = await visitor.newPage();
    await stale.goto("/");
    await stale.getByRole("heading", { name: "How it works" }).waitFor();
    expect(await stale.evaluate("document.cookie")).toBe("");
    const page = await openAs(system, fan, "/discover");
    const documents: string[] = [];
    page.on("request", (request) => void (request.resourceType() === "document" && documents.push(request.url())));
    await page.goto("/");
    await shown(page);
    await eventually(async () => expect(documents).toHaveLength(2));
    await page.goto("/");
    await shown(page);
    expect(documents).toHaveLength(3);
  });
});
