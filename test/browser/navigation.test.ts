import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page, Route } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { wait } from "#libs/kernel/wait.ts";
import { eventually } from "../support/eventually.ts";
import {
  accessibilityProblems,
  type BrowserSystem,
  button,
  LAYOUT_SHIFT,
  LOOKS,
  MAX_SHIFT,
  openAs,
  problemsOf,
  startBrowserSystem,
} from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
const waysOf = (page: Page) => page.getByRole("navigation", { name: "Main" });
const wordsOf = (page: Page) => waysOf(page).locator("a:visible").allTextContents();
const areaOf = async (page: Page) => (await waysOf(page).boundingBox()) ?? { y: Number.NaN, height: Number.NaN };

/** Late enough that everything before it has been painted. */
const LATE_MS = 250;

describe("the main navigation", () => {
  it("A11-06 the navigation moves nothing, however late the script and the data of a page come", async () => {
    const page = await openAs(system, await system.newFan("10.00"), "/messages", PHONE);
    await page.getByText("You have not written to anybody yet.").waitFor();
    const late = async (route: Route) => {
      await wait(LATE_MS);
      await route.continue();
    };
    for (const what of ["**/*.js", "**/api/v1/**"]) await page.route(what, late);
    const shifts: Record<string, unknown> = {};
    for (const [at, last] of [
      ["/messages", "You have not written to anybody yet."],
      ["/wallet", "10.00"],
      ["/notifications", "Settings"],
    ] as const) {
      await page.goto(at);
      await page.locator("main").getByText(last).first().waitFor();
      await eventually(async () => expect(await page.locator("main .skeleton").count()).toBe(0));
      const shift = await page.evaluate<number>(LAYOUT_SHIFT);
      if (shift > MAX_SHIFT) shifts[at] = shift;
    }
    expect(shifts).toEqual({});
  });

  it("A11-03 the navigation has the entries that fans, creators and visitors need, and marks the open page", async () => {
    const creator = await openAs(system, await system.newCreator(), "/settings/profile");
    await eventually(async () => expect(await wordsOf(creator)).toEqual(["Inbox", "Page", "Numbers", "Earnings"]));
    await creator.locator("summary", { hasText: "Account" }).click();
    await creator.getByRole("navigation", { name: "As a fan" }).getByRole("link", { name: "Wallet" }).waitFor();
    const fan = await openAs(system, await system.newUser(), "/settings/profile");
    await eventually(async () => expect(await wordsOf(fan)).toEqual(["Messages", "Discover", "Wallet"]));
    expect(await fan.getByRole("navigation", { name: "As a fan" }).count()).toBe(0);
    const current = (page: Page) => waysOf(page).locator("[aria-current]:visible").allTextContents();
    expect(await current(fan)).toEqual([]);
    await waysOf(fan).getByRole("link", { name: "Wallet" }).click();
    await eventually(async () => expect(await current(fan)).toEqual(["Wallet"]));
    expect(await wordsOf(await system.open("/"))).toEqual(["Discover", "Sign in", "Become a creator"]);
  });

  it("an empty page leads a fan to creators, and offers no user a role that they already have", async () => {
    const offersOf = async (page: Page) => {
      await page.goto("/");
      await page.getByRole("heading", { name: "Waiting for you" }).waitFor();
      await page.locator("summary", { hasText: "Account" }).click();
      return page.locator(".account").getByRole("link", { name: "Become a creator" }).filter({ visible: true }).count();
    };
    const fan = await openAs(system, await system.newUser(), "/messages");
    await fan.getByText("You have not written to anybody yet.").waitFor();
    expect(await fan.locator("main .primary").allTextContents()).toEqual(["Find a creator"]);
    await fan.locator("main .primary").click();
    await fan.waitForURL("**/discover");
    expect(await offersOf(fan)).toBe(1);
    const creator = await openAs(system, await system.newCreator(), "/messages");
    await eventually(async () => expect(await wordsOf(creator)).toContain("Inbox"));
    expect(await offersOf(creator)).toBe(0);
    expect(await creator.locator("main .empty .primary").allTextContents()).toEqual(["Your page"]);
  });

  it("A11-04 the navigation stands at the foot of a phone, and makes room for a keyboard, a dialog and the bar of a page", async () => {
    const creator = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
    const page = await openAs(system, await system.newUser(), "/wallet", PHONE);
    await page.locator("main h2, main .figures").first().waitFor();
    await eventually(async () => {
      const { y, height } = await areaOf(page);
      expect(height).toBeGreaterThanOrEqual(56);
      expect(y + height).toBe(640);
    });
    // The bar must not cover the end of the page.
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    const foot = await page.locator("footer").boundingBox();
    expect((foot?.y ?? Number.NaN) + (foot?.height ?? Number.NaN)).toBeLessThanOrEqual((await areaOf(page)).y);
    await page.goto("/settings/profile");
    await page.getByLabel("Name", { exact: true }).first().focus();
    await waysOf(page).waitFor({ state: "hidden" });
    await page.locator("main h1").focus();
    await waysOf(page).waitFor();
    await page.goto("/settings/privacy");
    await button(page, "Delete account").click();
    await waysOf(page).waitFor({ state: "hidden" });
    await page.keyboard.press("Escape");
    await waysOf(page).waitFor();
    await page.goto(`/${creator.username}`);
    await page.locator(".action-bar").waitFor();
    await waysOf(page).waitFor({ state: "hidden" });
    expect(problemsOf(page)).toEqual([]);
  });

  it("A11-04 the header of a phone stays one line in every language", async () => {
    const height = "document.querySelector('header').offsetHeight";
    const page = await openAs(system, await system.newUser(), "/wallet", PHONE);
    const visitor = await system.open("/", PHONE);
    for (const lang of ["de", "ar", "fr"]) {
      await page.goto(`/wallet?lang=${lang}`);
      await page.locator(".own").waitFor();
      await visitor.goto(`/?lang=${lang}`);
      expect([lang, await page.evaluate(height), await visitor.evaluate(height)]).toEqual([lang, 56, 56]);
    }
  });

  it("APP-06 a page whose script comes late does not replace the page that was opened after it", async () => {
    const page = await openAs(system, await system.newFan("10.00"), "/wallet");
    await page.getByText("Money added").waitFor();
    const script = Promise.withResolvers<void>();
    await page.route("**/*.js", async (route) => {
      await script.promise;
      await route.continue();
    });
    const asked = page.waitForRequest("**/*.js");
    await page.getByRole("link", { name: "Receipt" }).click();
    await asked;
    await page.goBack();
    script.resolve();
    await page.evaluate(`import("${(await asked).url()}").then(() => new Promise(requestAnimationFrame))`);
    expect(new URL(page.url()).pathname).toBe("/wallet");
    expect(await page.getByRole("heading", { name: "Wallet" }).count()).toBe(1);
  });

  it("A11-04 the navigation stands in the header of a wide screen", async () => {
    const page = await openAs(system, await system.newUser(), "/wallet", { viewport: { width: 1280, height: 800 } });
    await eventually(async () => expect((await wordsOf(page)).length).toBe(3));
    const { y, height } = await areaOf(page);
    const header = await page.locator("header").boundingBox();
    expect(y + height).toBeLessThanOrEqual((header?.y ?? 0) + 64);
    expect(await waysOf(page).locator("svg:visible").count()).toBe(3);
  });

  it.each(LOOKS)("A11-01 A11-04 axe finds nothing and text twice as large has room ($colorScheme, $width px, $lang)", async (look) => {
    const { colorScheme, width, lang } = look;
    const creator = await system.newCreator();
    const page = await openAs(system, creator, "/settings/profile", { colorScheme, viewport: { width, height: 800 } });
    await page.goto(`/settings/profile?lang=${lang}`);
    await page.locator("main nav").waitFor();
    await eventually(async () => expect(await page.locator(".ways a:visible").count()).toBe(width < 1024 ? 5 : 4));
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    expect(await page.locator(".ways a:visible").count()).toBe(width < 1024 ? 5 : 4);
  });
});

describe("a new account whose address is confirmed by the link of the mail", () => {
  it("APP-06 a new user reaches the page that they wanted to see, and so does a user who has an account already", async () => {
    const email = `b${uuid().slice(-12)}@example.org`;
    const page = await system.open("/");
    await page.locator("main").getByRole("link", { name: "Become a creator" }).last().click();
    await page.waitForURL("**/register?next=%2Fbecome-creator");
    await page.goBack();
    await page.waitForURL((url) => url.pathname === "/");
    await page.goForward();
    await page.waitForLoadState("networkidle");
    expect(await page.getByRole("link", { name: "I have an account" }).getAttribute("href")).toBe("/login?next=%2Fbecome-creator");
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password").fill("a password of one user");
    await page.getByLabel(/I accept/).check();
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    await page.goto(`/verify-email#token=${await system.mailedToken(email, "verify_email")}`, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Confirm address" }).click();
    await page.waitForURL("**/become-creator");
  });
});
