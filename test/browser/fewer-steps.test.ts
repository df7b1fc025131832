import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { dataOf } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, problemsOf, startBrowserSystem } from "./fixture.ts";
import { countedSteps, type Steps } from "./steps.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const PASSWORD = "a password of one user";
const newAddress = () => `n${uuid().slice(-12)}@example.org`;

/** Fills in the form for a new account that is open on a page. */
async function createAccount(page: Page, email: string, steps: Steps): Promise<void> {
  await page.waitForURL(/\/register/);
  // Before its script has loaded, the form works without it and leads elsewhere.
  await page.waitForLoadState("networkidle");
  await steps.fill(page.getByLabel("Email address"), email);
  await steps.fill(page.getByLabel("Password"), PASSWORD);
  await steps.tap(page.getByRole("checkbox"));
  await steps.tap(button(page, "Create account"));
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
}

/** Opens the link of the mail in another tab, as programs for mail do. */
async function openMail(context: BrowserContext, email: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`/verify-email#token=${await system.mailedToken(email, "verify_email")}`, { waitUntil: "networkidle" });
  return page;
}

/** A press on a link in a mail, counted. */
async function tapMail(context: BrowserContext, email: string, steps: Steps): Promise<Page> {
  steps.taps += 1;
  return openMail(context, email);
}

describe("the number of steps", () => {
  it("EAS-01 a fan comes from a creator's page to a sent paid message in at most ten taps and six fields", async () => {
    const [creator, email, steps] = [await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" }), newAddress(), countedSteps()];
    const first = await system.open(`/${creator.username}`);
    await steps.tap(first.getByRole("link", { name: /Send a message/ }).first());
    await steps.fill(first.getByLabel("Your message"), "Which lens do you use?");
    await steps.tap(button(first, "Create account and send"));
    await createAccount(first, email, steps);
    const page = await tapMail(first.context(), email, steps);
    await steps.tap(button(page, "Confirm address"));
    await page.waitForURL(`**/${creator.username}/message`);
    // The tab that waited for the code has nothing left to ask.
    await first.getByRole("heading", { name: "Your address is confirmed" }).waitFor();
    await first.getByRole("link", { name: "Continue" }).waitFor();
    await steps.tap(button(page, "Add €5.00 and send"));
    await steps.tap(button(page, "Pay and send"));
    await page.getByText("€5.00 held until").first().waitFor();
    expect(steps.taps).toBeLessThanOrEqual(10);
    expect(steps.fields).toBeLessThanOrEqual(6);
    expect(problemsOf(first)).toEqual([]);
  });

  it("EAS-01 a creator comes from the first page to an open one in at most eight taps", async () => {
    const [email, username, steps] = [newAddress(), `m${uuid().slice(-10)}`, countedSteps()];
    const first = await system.open("/");
    await steps.tap(first.locator("main").getByRole("link", { name: "Become a creator" }).first());
    await createAccount(first, email, steps);
    const page = await tapMail(first.context(), email, steps);
    await steps.tap(button(page, "Confirm address"));
    await steps.fill(page.getByLabel("Name", { exact: true }), "Mara");
    await steps.fill(page.getByLabel("Username"), username);
    await steps.tap(button(page, "Continue"));
    await page.getByLabel("Bio").waitFor();
    await steps.tap(button(page, "Continue"));
    await steps.fill(page.getByLabel("Price"), "5.00");
    await steps.tap(button(page, "Open page"));
    await page.getByText("Your page is open.").waitFor();
    expect(dataOf(await system.send("GET", `/bio/${username}`), 200)).toMatchObject({ price: "5.00" });
    expect(steps.taps).toBeLessThanOrEqual(8);
    expect(steps.fields).toBeLessThanOrEqual(6);
  });
});

describe("the link that confirms an address", () => {
  it("EAS-01 opened in another browser confirms, signs nobody in, and offers signing in with the address filled in", async () => {
    const [email, steps] = [newAddress(), countedSteps()];
    const first = await system.open("/register?next=%2Fwallet");
    await createAccount(first, email, steps);
    const page = await openMail(await system.visitor(), email);
    await button(page, "Confirm address").click();
    await page.getByRole("heading", { name: "Your address is confirmed" }).waitFor();
    await page.getByText(email).waitFor();
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate("localStorage.getItem('signed-in')")).toBeNull();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.locator("main").getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("Password").fill(PASSWORD);
    expect(await page.getByLabel("Email address").inputValue()).toBe(email);
    await button(page, "Sign in").click();
    await page.getByRole("heading", { name: "Messages" }).waitFor();
    // In the browser that registered, the address is confirmed already, so its code says that it is spent.
    await first.getByLabel("Code from the email").fill(await system.mailedToken(email, "verify_email"));
    await button(first, "Confirm address").click();
    await first.locator("[name=token][aria-invalid=true]").or(first.getByRole("alert")).first().waitFor();
    expect(await first.evaluate("localStorage.getItem('signed-in')")).toBeNull();
  });

  it("EAS-01 a key that scripts cannot read binds the browser, and a link that is pressed again says that it is spent", async () => {
    const email = newAddress();
    const first = await system.open("/register?next=%2Fwallet");
    await createAccount(first, email, countedSteps());
    const [cookie] = await first.context().cookies(`${system.base}/api/v1/auth`);
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: "Strict", path: "/api/v1/auth" });
    expect(cookie?.value).toMatch(/^[\w-]{43}$/);
    const page = await openMail(first.context(), email);
    const again = await openMail(first.context(), email);
    await button(page, "Confirm address").dblclick();
    await page.getByRole("heading", { name: "Wallet" }).waitFor();
    await button(again, "Confirm address").click();
    await again.getByRole("heading", { name: "This link no longer works" }).waitFor();
  });

  it("EAS-01 without a connection keeps the form, and works when the connection is back", async () => {
    const email = newAddress();
    const first = await system.open("/register?next=%2Fwallet");
    await createAccount(first, email, countedSteps());
    const page = await openMail(first.context(), email);
    await page.route("**/auth/verify-email", (route) => route.abort());
    await button(page, "Confirm address").click();
    await page.getByText("No connection").waitFor();
    await page.unroute("**/auth/verify-email");
    await button(page, "Confirm address").click();
    await page.getByRole("heading", { name: "Wallet" }).waitFor();
    expect(await page.getByText("No connection").count()).toBe(0);
  });
});
