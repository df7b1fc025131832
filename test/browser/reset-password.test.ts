import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { type BrowserSystem, button, problemsOf, signIn, signOut, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const password = "a new password of one user";

/** Asks for the link of a reset, and opens it. */
async function openLink(page: Page, email: string): Promise<string> {
  await system.send("POST", "/auth/password/forgot", { body: { email } });
  const token = await system.mailedToken(email, "reset_password");
  await page.goto(`/reset-password#token=${token}`);
  return token;
}

async function save(page: Page, typed: string): Promise<void> {
  await page.getByLabel("New password").fill(typed);
  await button(page, "Save password").click();
}

async function guess(email: string): Promise<void> {
  for (let count = 0; count < 20; count += 1) await system.send("POST", "/auth/login", { body: { email, password: `guess ${count}` } });
}

describe("a reset of the password by page", () => {
  it("SGN-14 SGN-07 makes the browser known: its owner signs in while strangers guess", async () => {
    const owner = await system.newUser();
    const page = await system.empty();
    await openLink(page, owner.email);
    await save(page, password);
    await page.getByRole("heading", { name: "Your new password is saved" }).waitFor();
    await guess(owner.email);
    const credentials = { email: owner.email, password };
    expect((await system.send("POST", "/auth/login", { body: credentials })).status).toBe(429);
    await page.getByRole("link", { name: "Sign in" }).last().click();
    await signIn(page, credentials);
    expect(problemsOf(page)).toEqual([]);
  });

  it("SGN-07 leaves the other people of the browser known", async () => {
    const [owner, other] = [await system.newUser(), await system.newUser()];
    const page = await system.open("/login");
    await signIn(page, other);
    await signOut(page);
    await page.waitForURL((url) => url.pathname === "/");
    await openLink(page, owner.email);
    await save(page, password);
    await page.getByRole("heading", { name: "Your new password is saved" }).waitFor();
    await guess(other.email);
    await page.goto("/login");
    await signIn(page, other);
  });

  it("SGN-14 keeps the code behind # when the password is refused: the address alone sets none", async () => {
    const owner = await system.newUser();
    const page = await system.empty();
    const token = await openLink(page, owner.email);
    await save(page, "password");
    await page.waitForURL("**/reset-password?outcome=*");
    const address = new URL(page.url());
    expect(address.search).not.toContain(token);
    const stranger = await system.open(address.pathname + address.search);
    expect(await stranger.content()).not.toContain(token);
    await save(page, password);
    await page.getByRole("heading", { name: "Your new password is saved" }).waitFor();
    expect((await system.send("POST", "/auth/login", { body: { email: owner.email, password } })).status).toBe(200);
  });
});
