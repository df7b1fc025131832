import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page, Route } from "playwright-core";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { type BrowserSystem, button, cookieOf, fillSignIn, hold, openAs, signIn, signOut, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(async () => {
  await system.closeWindows();
  system.runtime.clock.reset();
});
afterAll(() => system?.stop());

const METHODS = "**/payouts/methods";
const dialog = (page: Page) => page.getByRole("dialog");

/** A tab of the same browser in which another person signs in; the one before has signed out there, if wanted. */
async function signInElsewhere(page: Page, person: Person, before: "stays" | "signs out", path = "/wallet"): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(path);
  if (before === "signs out") {
    await tab.locator("summary", { hasText: "Account" }).waitFor();
    await signOut(tab);
    await tab.waitForURL((url) => url.pathname === "/");
    await tab.getByRole("link", { name: "Sign in" }).waitFor();
  }
  system.runtime.clock.reset();
  await tab.goto(`/login?next=${path}`);
  await signIn(tab, person);
  await tab.getByRole("heading", { level: 1 }).waitFor();
  return tab;
}

const methodsOf = async (person: Person) =>
  dataOf<unknown[]>(await (await system.signIn(person.email, person.password)).send("GET", "/payouts/methods"), 200);

/** Types a payout method of a creator and sends it. */
async function sendMethod(page: Page): Promise<void> {
  await page.locator('[name="label"]').first().fill("Account at a bank");
  await page.locator('[name="label"]').first().press("Enter");
}

/** Follows a link of the page. */
const follow = async (page: Page, path: string) => {
  await page
    .locator("main")
    .evaluate((main, href) => main.append(Object.assign(main.ownerDocument.createElement("a"), { href, text: href })), path);
  await page.getByRole("link", { name: path, exact: true }).click();
};

describe("two people who use one browser", () => {
  it("SGN-03 STF-21 the dialog of a step-up goes with its reader: what one has begun is never sent as the next", async () => {
    const [first, second] = [await system.newCreator(), await system.newCreator()];
    const page = await openAs(system, first, "/payouts");
    await page.getByRole("heading", { level: 1 }).waitFor();
    system.runtime.clock.advance(16 * MINUTE);
    await sendMethod(page);
    await dialog(page).getByText("Confirm that it is you").waitFor();
    await signInElsewhere(page, second, "signs out");
    await eventually(async () => expect(await dialog(page).count()).toBe(0));
    expect([await methodsOf(first), await methodsOf(second)]).toEqual([[], []]);
  });

  it("SGN-03 STF-21 the late answer of a step-up gives the tabs of the next no token of the one before", async () => {
    const [first, second] = [await system.newCreator(), await system.newCreator()];
    const page = await openAs(system, first, "/payouts");
    await page.getByRole("heading", { level: 1 }).waitFor();
    system.runtime.clock.advance(16 * MINUTE);
    await sendMethod(page);
    const [held, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route("**/auth/step-up", async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await held.promise;
      await route.fulfill({ response }).catch(() => undefined);
    });
    await dialog(page).getByLabel("Password").fill(first.password);
    await page.keyboard.press("Enter");
    await asked.promise;
    const next = await signInElsewhere(page, second, "stays", "/payouts");
    held.resolve();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await sendMethod(next);
    await next.getByRole("listitem").getByText("Account at a bank").waitFor();
    expect([(await methodsOf(first)).length, (await methodsOf(second)).length]).toEqual([0, 1]);
  });

  it("SGN-03 the late cookie of the one before signs the next out, and serves neither", async () => {
    const [first, second] = [await system.newFan("23.45"), await system.newUser()];
    const page = await system.open("/login?next=/wallet");
    await signIn(page, second);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const { email, password, userId } = first;
    const { cookies } = await system.send("POST", "/auth/login", { body: { email, password } });
    await page.context().addCookies(cookies.map((cookie) => cookieOf(cookie, system.base)));
    await page.goto("/wallet");
    await page.getByLabel("Email address").waitFor();
    expect(await page.getByText("23.45").count()).toBe(0);
    const sessions = system.runtime.database("account").connection.collection("sessions");
    const last = async () => (await sessions.find({ userId }).sort({ createdAt: -1 }).toArray())[0]?.revokedReason;
    await eventually(async () => expect(await last()).toBe("LOGOUT"));
  });

  it("SGN-03 a request that is on its way when its sender signs out is not repeated with the session of the next", async () => {
    const [first, second] = [await system.newCreator(), await system.newCreator()];
    const page = await openAs(system, first, "/payouts");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const method = await hold(page, METHODS);
    await sendMethod(page);
    await method.asked;
    await signInElsewhere(page, second, "signs out");
    method.release();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect([await methodsOf(first), await methodsOf(second)]).toEqual([[], []]);
  });
});

it("SGN-03 a sign-out in a tab that the sign-in of the next is loading anew leaves the next signed in", async () => {
  const page = await openAs(system, await system.newUser(), "/wallet");
  await page.locator("summary", { hasText: "Account" }).click();
  await button(page, "Sign out").focus();
  const load = await hold(page, "**/wallet", "GET");
  await signInElsewhere(page, await system.newFan("23.45"), "stays", "/settings/security");
  await load.asked;
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
  load.release();
  await page.goto("/wallet");
  await page.getByText("23.45").first().waitFor();
});

it("SGN-03 a sign-out in a tab that a new sign-in of the same person is loading anew signs that person out", async () => {
  const person = await system.newUser();
  const page = await openAs(system, person, "/wallet");
  await page.locator("summary", { hasText: "Account" }).click();
  await button(page, "Sign out").focus();
  const load = await hold(page, "**/wallet", "GET");
  await signInElsewhere(page, person, "stays", "/settings/security");
  await load.asked;
  await page.keyboard.press("Enter");
  await eventually(async () => expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("refresh_token"));
  load.release();
});

describe("a sign-in in the tab of the one before", () => {
  it.each(["back", "by a link"])("SGN-03 STF-21 is a document of its own (%s): nothing that one has begun goes on in it", async (way) => {
    const [first, second] = [await system.newCreator(), await system.newCreator()];
    const page = await openAs(system, first, "/payouts");
    await page.goto("/login");
    await page.getByLabel("Email address").waitFor();
    await follow(page, "/payouts");
    await page.locator('[name="label"]').first().waitFor();
    system.runtime.clock.advance(16 * MINUTE);
    const method = await hold(page, METHODS);
    await sendMethod(page);
    await method.asked;
    await page.evaluate("window.isOfFirst = true");
    if (way === "back") await page.goBack();
    else await follow(page, "/login");
    await page.getByLabel("Email address").waitFor();
    expect(await page.evaluate("window.isOfFirst")).toBeUndefined();
    await signIn(page, second);
    await page.waitForURL("**/messages");
    method.release();
    await page.goto("/payouts");
    await page.locator('[name="label"]').first().waitFor();
    expect([await methodsOf(first), await methodsOf(second)]).toEqual([[], []]);
  });
});

it("SGN-03 a sign-in is a document of its own also while the one before has not got a token yet", async () => {
  const [first, second] = [await system.newUser(), await system.newUser()];
  const page = await openAs(system, first, "/wallet");
  await page.goto("/login");
  const renewal = await hold(page, "**/auth/refresh");
  await page.getByLabel("Email address").waitFor();
  await follow(page, "/settings/security");
  await button(page, "Sign out everywhere").click();
  await renewal.asked;
  await page.evaluate("window.isOfFirst = true");
  await page.goBack();
  await page.getByLabel("Email address").waitFor();
  expect(await page.evaluate("window.isOfFirst")).toBeUndefined();
  await signIn(page, second);
  await page.waitForURL("**/messages");
  renewal.release();
});

describe("a page whose session has expired while it holds something unsaved", () => {
  const typed = "typed by the first person";
  const nameOf = async (person: Person) =>
    dataOf<{ displayName: string | null }>(await (await system.signIn(person.email, person.password)).send("GET", "/auth/me"), 200)
      .displayName;
  const field = (page: Page) => page.locator('[name="displayName"]');
  const expired = async (person: Person) => {
    const page = await openAs(system, person, "/settings/profile");
    await field(page).fill(typed);
    dataOf(await (await system.signIn(person.email, person.password)).send("POST", "/auth/logout-all", {}), 200);
    await button(page, "Stay here").click();
    return page;
  };

  it("SGN-03 is drawn anew once another person signs in, and saves nothing as that one", async () => {
    const [first, second] = [await system.newUser(), await system.newUser()];
    const page = await expired(first);
    await signInElsewhere(page, second, "stays");
    await eventually(async () => expect(await field(page).inputValue()).not.toBe(typed));
    expect(await nameOf(second)).not.toBe(typed);
  });

  it("SGN-03 is drawn anew for another person also when it has never got a token", async () => {
    const [first, second] = [await system.newUser(), await system.newUser()];
    const page = await openAs(system, first, "/wallet");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const renewal = await hold(page, "**/auth/refresh");
    await page.goto("/support");
    await page.locator('[name="subject"]').fill(typed);
    dataOf(await (await system.signIn(first.email, first.password)).send("POST", "/auth/logout-all", {}), 200);
    renewal.release();
    await button(page, "Stay here").click();
    await signInElsewhere(page, second, "stays");
    await eventually(async () => expect(await page.locator('[name="subject"]').inputValue()).not.toBe(typed));
  });

  it("SGN-03 keeps what was typed when the same person comes back, and saves it", async () => {
    const person = await system.newUser();
    const page = await expired(person);
    await signInElsewhere(page, person, "stays");
    expect(await field(page).inputValue()).toBe(typed);
    await button(page, "Save").first().click();
    await eventually(async () => expect(await nameOf(person)).toBe(typed));
  });
});

it("SGN-03 who signs in again, for want of a password to prove who it is, is signed out although the interface did not get it", async () => {
  const person = await system.newCreator();
  const page = await openAs(system, person, "/payouts");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await system.runtime
    .database("account")
    .connection.collection("users")
    .updateOne({ email: person.email }, { $unset: { passwordHash: "" } });
  system.runtime.clock.advance(16 * MINUTE);
  await sendMethod(page);
  await dialog(page).getByText("This account has no password").waitFor();
  await page.route("**/auth/logout", (route) => route.abort(), { times: 1 });
  await dialog(page).getByRole("button", { name: "Sign in again" }).click();
  await page.waitForURL("**/login?next=%2Fpayouts");
  await eventually(async () => expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("refresh_token"));
});

it("STF-09 an invitation to an address without account asks for its password, also where another person is signed in", async () => {
  const [superAdmin, other] = [await newAdmin(system, "SUPER_ADMIN"), await system.newUser()];
  const email = `i${uuid().slice(-12)}@example.org`;
  dataOf(await superAdmin.send("POST", "/admin/staff/invitations", { email, roles: ["EDITOR"] }), 201);
  const token = await system.mailedToken(email, "staff_invitation");
  const page = await openAs(system, other, `/accept-invitation#token=${token}`);
  await button(page, "Accept invitation").click();
  await page.getByLabel("Password").fill("fifteen letters and more");
  await page.getByRole("checkbox").check();
  await button(page, "Accept invitation").click();
  await page.getByRole("heading", { name: "You belong to the staff now" }).waitFor();
});

it("SGN-07 a wrong password is sent once, also in a browser in which another person is signed in", async () => {
  const [first, second] = [await system.newUser(), await system.newUser()];
  const page = await openAs(system, first, "/wallet");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.goto("/login");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  await fillSignIn(page, { email: second.email, password: "a wrong password" });
  await page.getByText("The email address or the password is wrong.").waitFor();
  expect(sent.filter((path) => path.endsWith("/auth/login"))).toHaveLength(1);
});

it.each(["refused", "lost"])("SGN-03 a sign-out that is %s is made up for by the next page", async (how) => {
  const person = await system.newUser();
  const page = await openAs(system, person, "/wallet");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const fail = (route: Route) => (how === "lost" ? route.abort() : route.fulfill({ status: 503, body: "{}" }));
  await page.route("**/auth/{logout,refresh}", fail);
  await signOut(page);
  await page.waitForURL((url) => url.pathname === "/");
  const sessions = system.runtime.database("account").connection.collection("sessions");
  const endOf = async () => (await sessions.find({ userId: person.userId }).sort({ createdAt: -1 }).toArray())[0]?.revokedReason;
  expect(await endOf()).toBeNull();
  await page.unroute("**/auth/{logout,refresh}");
  await page.goto("/help");
  await eventually(async () => expect(await endOf()).toBe("LOGOUT"));
  await eventually(async () => expect(await page.evaluate("localStorage.length")).toBe(0));
});
