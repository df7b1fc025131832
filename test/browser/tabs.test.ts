import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { type BrowserSystem, openAs, openAsStaff, problemsOf, signIn, signOut, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

/** Requests that match are never answered. */
const never = (page: Page | BrowserContext, what: string) => page.route(what, () => undefined);

/** Stops the scripts of a tab until it closes, as an endless loop does. */
async function freeze(page: Page): Promise<void> {
  const debuggee = await page.context().newCDPSession(page);
  await debuggee.send("Debugger.enable");
  const isPaused = new Promise((resolve) => debuggee.once("Debugger.paused", resolve));
  void page.evaluate("debugger").catch(() => undefined);
  await isPaused;
}

describe("a tab that hangs", () => {
  it("FLD-11 another tab goes on, while a renewal of the session or a whole tab never ends", async () => {
    const first = await openAs(system, await system.newFan("10.00"), "/wallet");
    await first.getByText("10.00").first().waitFor();
    await never(first, "**/auth/refresh");
    const asked = first.waitForRequest("**/auth/refresh");
    await first.reload();
    await asked;
    const second = await first.context().newPage();
    await second.goto("/wallet");
    await second.getByText("10.00").first().waitFor();
    // The token of the second tab ends the waiting of the first one.
    await first.getByText("10.00").first().waitFor();

    await freeze(second);
    await first.close();
    const third = await second.context().newPage();
    await third.goto("/wallet");
    await third.getByText("10.00").first().waitFor();
    expect(problemsOf(first)).toEqual([]);
  });

  it("FLD-11 news come to another tab, while the stream of the first one is never answered", async () => {
    const person = await system.newUser();
    const first = await openAs(system, person, "/login");
    await never(first, "**/notifications/stream");
    const asked = first.waitForRequest("**/notifications/stream");
    await first.goto("/wallet");
    await asked;
    const second = await first.context().newPage();
    const answered = second.waitForResponse("**/notifications/stream");
    await second.goto("/wallet");
    expect((await answered).status()).toBe(200);
  });
});

/** What a reader sees, with the title of the tab. */
const seenOn = (page: Page) => page.evaluate<string>("document.title + document.body.innerText");

/** Tells the other tabs what this one shows. While a tab is being loaded anew, the debugger does not answer. */
const TELLS = `const name = "seen " + location.pathname;
  setInterval(() => localStorage.setItem(name, document.title + document.body.innerText), 50);`;

/** The headless browser keeps no pages in memory, so these events stand for it. A page there hears nothing of other tabs. */
const KEPT_IN_MEMORY = `
  const deafened = (heard) => (event) => window.isKept || heard(event);
  BroadcastChannel.prototype.addEventListener = function (name, heard) {
    EventTarget.prototype.addEventListener.call(this, name, deafened(heard));
  };
  addEventListener("storage", (event) => window.isKept && event.stopImmediatePropagation());
  window.keep = () => {
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    window.isKept = true;
  };
  window.comeBack = () => {
    window.isKept = false;
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    Promise.resolve().then(() => undefined).then(() => localStorage.setItem("came back", document.title + document.body.innerText));
  };`;

/** Leaves the page in memory. Its timers go on here, so their requests fail. */
async function keep(page: Page): Promise<void> {
  await page.route("**/api/**", (route) => route.abort());
  await page.evaluate("keep()");
}

/** What the page shows first when it is back, as another tab reads it: the page may be loaded anew at once. */
async function comeBack(page: Page, other: Page): Promise<string> {
  await page.unroute("**/api/**");
  await other.evaluate("localStorage.removeItem('came back')");
  await page.evaluate("comeBack()");
  return eventually(async () => {
    const seen = await other.evaluate<string | null>("localStorage.getItem('came back')");
    if (seen === null) throw new Error("the page is not back");
    return seen;
  });
}

async function leave(page: Page): Promise<void> {
  await signOut(page);
  await page.getByRole("link", { name: "Sign in" }).waitFor();
}

describe("after signing out", () => {
  it("FLD-12 four other tabs show nothing personal at once, even while they cannot load anything", async () => {
    const creator = await system.newCreator();
    const fan = await system.newFan("23.45");
    await fan.send("PATCH", "/auth/me", { displayName: "Zoë Private" });
    await fan.send("PUT", `/creators/${creator.creatorId}/follow`);
    const first = await openAs(system, fan, "/wallet");
    await first.getByText("23.45").first().waitFor();
    const personal = {
      "/settings/security": "This device",
      "/wallet": "23.45",
      [`/${creator.username}/message`]: "1 free message left",
      [`/${creator.username}`]: "Following",
    };
    const tabs = await Promise.all(
      Object.entries(personal).map(async ([path, text]) => {
        const tab = await first.context().newPage();
        await tab.addInitScript(TELLS);
        await tab.goto(path);
        return [tab, path, text] as const;
      }),
    );
    for (const [tab, , text] of tabs) await eventually(async () => expect(await seenOn(tab)).toContain(text));
    for (const [tab] of tabs) await never(tab, "**/*");
    await signOut(first);
    for (const [, path, text] of tabs)
      await eventually(async () => {
        const seen = await first.evaluate<string>(`localStorage.getItem("seen ${path}")`);
        for (const each of [text, "23.45", "Zoë Private", "Account"]) expect(seen).not.toContain(each);
      });
  });

  it("FLD-12 a page that comes back from the browser's memory shows nothing of a user who signed out or of another one", async () => {
    const [fan, other] = [await system.newFan("23.45"), await system.newFan("67.89")];
    const page = await openAs(system, fan, "/wallet");
    await page.addInitScript(KEPT_IN_MEMORY);
    await page.reload();
    await page.getByText("23.45").first().waitFor();
    const next = await page.context().newPage();
    await next.goto("/wallet");
    await keep(page);
    expect(await seenOn(page)).not.toContain("23.45");
    // While nothing has changed, the page is as it was.
    expect(await comeBack(page, next)).toContain("23.45");

    await keep(page);
    await leave(next);
    await next.goto("/login?next=/wallet");
    await signIn(next, other);
    await next.getByText("67.89").first().waitFor();
    expect(await comeBack(page, next)).not.toContain("23.45");
    await page.getByText("67.89").first().waitFor();

    await keep(page);
    await leave(next);
    const seen = await comeBack(page, next);
    for (const text of ["67.89", "Account"]) expect(seen).not.toContain(text);
    await page.waitForURL("**/login?next=%2Fwallet");
  });

  it("FLD-12 pages of the staff show nothing at once, in another tab and from the browser's memory", async () => {
    const first = await openAsStaff(system, await system.admin(), "/admin");
    const second = await first.context().newPage();
    await second.addInitScript(KEPT_IN_MEMORY);
    await second.goto("/admin");
    for (const tab of [first, second]) await eventually(async () => expect(await seenOn(tab)).toContain("Live"));
    await never(second, "**/api/**");
    await second.evaluate("keep()");
    expect(await seenOn(second)).not.toContain("Support");
    expect(await comeBack(second, first)).not.toContain("Live");
    await eventually(async () => expect(await seenOn(second)).toContain("Live"));
    await never(second, "**/api/**");
    await signOut(first);
    await eventually(async () => expect(await seenOn(second)).not.toContain("Live"));
  });
});
