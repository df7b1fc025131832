import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { type Account, type OidcServer, startOidcServer, useProvider } from "../providers/oidc-server.ts";
import { eventually } from "../support/eventually.ts";
import { accessibilityProblems, type BrowserSystem, button, problemsOf, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
let provider: OidcServer;
beforeAll(async () => {
  [system, provider] = await Promise.all([startBrowserSystem(), startOidcServer()]);
  await useProvider(system, provider, `${system.base}/login/callback`);
});
afterEach(() => system.closeWindows());
afterAll(async () => {
  await system?.stop();
  await provider?.close();
});

/** At the provider, the person of a window is this one from now on. */
async function isAtProvider(page: Page, who: Account): Promise<void> {
  await page.unroute(`${provider.issuer}/authorize**`);
  await page.route(`${provider.issuer}/authorize**`, (route) => {
    const answer = new URLSearchParams(provider.signIn(route.request().url(), who));
    return route.fulfill({ status: 302, headers: { location: `${system.base}/login/callback?${answer}` } });
  });
}

const mailedCode = (email: string) =>
  eventually(async () => {
    const code = /\d{4} \d{4}/.exec(mailboxOf(system.runtime).of(email).at(-1)?.text ?? "")?.[0];
    if (!code) throw new Error("no code yet");
    return code;
  });

describe("a sign-in whose address the provider says nothing about", () => {
  it("FLD-15 SGN-16 asks for the code of a mail on the page of the sign-in, says that one is wrong, and goes on to the page wanted", async () => {
    const email = `c${uuid().slice(-12)}@example.org`;
    const page = await system.open("/login?next=%2Fdiscover%3Fq%3Dfilm");
    await isAtProvider(page, { sub: uuid(), email });
    await button(page, "Sign in with another account").click();
    await page.getByRole("heading", { level: 1, name: "Enter the code from our mail" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const code = await mailedCode(email);
    await page.getByLabel("Code from our mail").fill("0000 000");
    await button(page, "Sign in").click();
    await page.locator("[name=code][aria-invalid=true]").waitFor();
    await page.getByLabel("Code from our mail").fill(code);
    await page.getByLabel("Code from our mail").press("Enter");
    await page.waitForURL("**/discover?q=film");
    await page.locator("summary", { hasText: "Account" }).waitFor();
    expect(problemsOf(page).filter((problem) => !problem.includes("401"))).toEqual([]);
  });
});

describe("the settings of sign-ins elsewhere", () => {
  it("SGN-11 link another account, sign in with it, and unlink it after a question", async () => {
    const person = await system.newUser();
    const second = { sub: uuid(), email: `d${uuid().slice(-12)}@example.org` };
    const page = await system.open("/login?next=%2Fsettings%2Fsecurity");
    await page.getByLabel("Email address").fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    await button(page, "Sign in").click();
    await page.getByText("No other account is linked.").waitFor();
    await isAtProvider(page, second);
    await button(page, "Link another account").click();
    await page.waitForURL("**/settings/security");
    await page.getByText("Linked on").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    const elsewhere = await system.open("/login");
    await isAtProvider(elsewhere, second);
    await button(elsewhere, "Sign in with another account").click();
    await elsewhere.waitForURL("**/messages");

    await button(page, "Unlink").click();
    const dialog = page.getByRole("dialog", { name: "Unlink this account?" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await button(page, "Unlink").click();
    await dialog.getByRole("button", { name: "Unlink" }).click();
    await page.getByText("No other account is linked.").waitFor();
    expect(problemsOf(page)).toEqual([]);
  });

  it("SGN-11 say why the last way in stays, and that an account is taken", async () => {
    const [who, other] = [uuid(), uuid()].map((sub) => ({ sub, email: `e${sub.slice(-12)}@example.org`, email_verified: true }));
    const owner = await system.open("/login");
    await isAtProvider(owner, other ?? { sub: "" });
    await button(owner, "Sign in with another account").click();
    await owner.waitForURL("**/messages");

    const page = await system.open("/login?next=%2Fsettings%2Fsecurity");
    await isAtProvider(page, who ?? { sub: "" });
    await button(page, "Sign in with another account").click();
    await page.waitForURL("**/settings/security");
    await button(page, "Unlink").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Unlink" }).click();
    await dialog.getByRole("alert").getByText("your only way to sign in").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await isAtProvider(page, other ?? { sub: "" });
    await button(page, "Link another account").click();
    await page.getByRole("alert").getByText("already signs in to another account").waitFor();
    await page.getByRole("link", { name: "Back to where you were" }).click();
    await page.waitForURL("**/settings/security");
  });
});
