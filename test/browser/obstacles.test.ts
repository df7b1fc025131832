import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { type BrowserSystem, openAs, problemsOf, signIn, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

/** Everything that a page complains about, warnings of the browser included. */
async function complaintsOf(page: Page, paths: readonly string[]): Promise<readonly string[]> {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  for (const path of paths) {
    await page.goto(path, { waitUntil: "networkidle" });
    await page.getByRole("heading", { level: 1 }).first().waitFor();
  }
  return complaints;
}

/** Pages that anybody may read. */
const publicPages = (username: string) => [
  "/",
  "/discover",
  "/help",
  "/legal/terms",
  `/${username}`,
  `/${username}/message`,
  "/forgot-password",
  "/verify-email",
  "/reset-password",
  "/unsubscribe",
];

/** A browser that blocks the data of sites: as Chromium does it, each access throws. */
const BLOCKED = `
  const refuse = () => { throw new DOMException("denied", "SecurityError"); };
  for (const area of ["localStorage", "sessionStorage"]) Object.defineProperty(window, area, { get: refuse });
  Object.defineProperty(Document.prototype, "cookie", { get: refuse, set: refuse });
  Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false });
  LockManager.prototype.request = LockManager.prototype.query = async () => refuse();
  window.BroadcastChannel = class { constructor() { refuse(); } };`;

/** Storage that is switched off, in a browser that has neither locks nor channels. */
const WITHOUT = `
  for (const area of ["localStorage", "sessionStorage"]) Object.defineProperty(window, area, { value: null });
  delete window.BroadcastChannel;
  Object.defineProperty(Navigator.prototype, "locks", { value: undefined });`;

/** Storage that is full. */
const FULL = `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };`;

const SIGN_IN_PAGES = ["/login", "/register", "/admin/login", "/wallet"];

/** Counting needs a random id, with or without storage. */
async function allowCounting(page: Page, username: string): Promise<void> {
  await page.goto(`/${username}`);
  await Promise.all([page.waitForResponse("**/api/v1/analytics/session"), page.getByRole("button", { name: "Allow" }).click()]);
}

async function expectSignInSays(page: Page, text: RegExp): Promise<void> {
  for (const path of SIGN_IN_PAGES) {
    await page.goto(path);
    await page.getByRole("alert").filter({ hasText: text }).waitFor();
    expect(await page.getByLabel("Password").count()).toBe(0);
  }
}

/** Zones that the browser itself, or the server, does not know. */
const zoneIs = (name: string) => `
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  Intl.DateTimeFormat.prototype.resolvedOptions = function () {
    return { ...resolvedOptions.call(this), timeZone: ${JSON.stringify(name)} };
  };`;

describe("a browser that lacks something", () => {
  it("FLD-09 over plain http public pages work without a complaint, and signing in says that it needs https and why", async () => {
    const { username } = await system.newCreator();
    const context = await system.visitor({ baseURL: system.base.replace("127.0.0.1", "plain-http.test") });
    const page = await context.newPage();
    expect(await complaintsOf(page, publicPages(username))).toEqual([]);
    const secure = await page.request.get(`${system.base}/`, { headers: { accept: "text/html", "sec-fetch-dest": "document" } });
    expect(secure.headers()["cross-origin-opener-policy"]).toBe("same-origin");
    expect(await page.evaluate("[isSecureContext, typeof navigator.locks, typeof crypto.randomUUID, typeof crypto.subtle]")).toEqual([
      false,
      "undefined",
      "undefined",
      "undefined",
    ]);
    await expectSignInSays(page, /needs https.*could read your password/);
    await allowCounting(page, username);
  });

  it.each([
    ["blocks it", BLOCKED],
    ["has none, nor locks, nor channels", WITHOUT],
    ["has no room", FULL],
  ])("FLD-10 storage: where the browser %s, every page can be read, and signing in says what is wrong", async (_, script) => {
    const { username } = await system.newCreator();
    const page = await system.open("about:blank");
    await page.addInitScript(script);
    expect(await complaintsOf(page, publicPages(username))).toEqual([]);
    await allowCounting(page, username);
    await page.goto(`/${username}/message`);
    await page.locator("textarea").fill("A message that nothing keeps");
    await expectSignInSays(page, /needs cookies and site data/);
    expect(problemsOf(page)).toEqual([]);
  });

  it.each([
    ["has no zone", "Etc/Unknown", null],
    ["has a zone that only it knows", "GMT", "GMT"],
  ])("shows times in UTC where the browser %s", async (_, zone, refused) => {
    const person = await system.newFan("10.00");
    const page = await openAs(system, person, "/login");
    await page.addInitScript(zoneIs(zone));
    await page.route("**/api/v1/auth/me", (route) => {
      const isRefused = refused !== null && route.request().method() === "PATCH";
      return isRefused
        ? route.fulfill({ status: 400, json: { error: { code: "BAD_REQUEST", i18nKey: "error.validation_failed" } } })
        : route.continue();
    });
    await page.goto("/wallet");
    await page.getByText("Money added").waitFor();
    await page.getByText("UTC").first().waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(problemsOf(page)).toEqual([]);
  });

  it("FLD-09 without a clipboard nothing offers to copy", async () => {
    const creator = await system.newCreator();
    const context = await system.visitor();
    const page = await context.newPage();
    await page.addInitScript("for (const name of ['clipboard', 'share']) Object.defineProperty(navigator, name, { value: undefined })");
    const failed: string[] = [];
    page.on("pageerror", (error) => failed.push(error.message));
    await page.goto(`/${creator.username}`);
    await page.locator("a[data-follow]").first().waitFor();
    expect(await page.locator("button[data-share]:visible").count()).toBe(0);
    await page.goto("/login?next=/messages");
    await signIn(page, creator);
    await page.locator("main").getByText(creator.username).first().waitFor();
    expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0);
    expect(failed).toEqual([]);
  });
});
