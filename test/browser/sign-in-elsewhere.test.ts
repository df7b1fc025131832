import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { type OidcServer, startOidcServer, useProvider } from "../providers/oidc-server.ts";
import { type BrowserSystem, button, problemsOf, startBrowserSystem } from "./fixture.ts";

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

/** Sends the reader to the provider, which answers with this query. The state of the sign-in stands for {state}. */
async function answerWith(page: Page, query: string): Promise<void> {
  await page.unroute(`${provider.issuer}/authorize**`);
  await page.route(`${provider.issuer}/authorize**`, (route) => {
    const account = { sub: uuid(), email: `b${uuid().slice(-12)}@example.org`, email_verified: true };
    const { code, state } = provider.signIn(route.request().url(), account);
    const location = `${system.base}/login/callback?${query.replace("{code}", code).replace("{state}", state)}`;
    return route.fulfill({ status: 303, headers: { location } });
  });
  await page.goto("/login?next=%2Fdiscover%3Fq%3Dfilm");
  await button(page, "Sign in with another account").click();
  await page.waitForURL("**/login/callback**");
}

/** The page says it calmly, leads back and to another try, and has sent nothing. */
async function expectNotSignedIn(page: Page, sent: readonly string[], back: string): Promise<void> {
  await page.getByRole("alert").getByText("You did not sign in", { exact: true }).waitFor();
  expect(await page.getByRole("link", { name: "Back to where you were" }).getAttribute("href")).toBe(back);
  expect(await page.locator("main").getByRole("link", { name: "Sign in", exact: true }).count()).toBe(1);
  expect(sent).toEqual([]);
}

describe("a sign-in elsewhere that did not happen", () => {
  it("FLD-14 a refusal at the provider, its failure and a repeated callback send nothing and lead back", async () => {
    const page = await system.open("/");
    const sent: string[] = [];
    page.on("request", (request) => void (request.url().endsWith("/auth/oauth/callback") && sent.push(request.postData() ?? "")));
    for (const query of [
      "error=access_denied&state={state}",
      "error=login_required&state={state}",
      "error=temporarily_unavailable&error_description=Later&state={state}",
      "error=server_error&state={state}",
      "error=interaction_required&code=&state={state}",
      "state={state}",
    ]) {
      await answerWith(page, query);
      await expectNotSignedIn(page, sent, "/discover?q=film");
      await page.reload();
      await expectNotSignedIn(page, sent, "/");
    }
    // A provider that does not send the state back, an address without anything, and an answer to another browser.
    for (const query of ["error=access_denied", "", "code=a&state=b"]) {
      await page.goto(`/login/callback?${query}`);
      await expectNotSignedIn(page, sent, "/");
    }
    await page.getByRole("link", { name: "Back to where you were" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    expect(problemsOf(page)).toEqual([]);
  });

  it("FLD-14 a callback that is loaded again sends its code once; a user who is signed in goes on", async () => {
    const page = await system.open("/");
    const sent: string[] = [];
    page.on("request", (request) => void (request.url().endsWith("/auth/oauth/callback") && sent.push(request.postData() ?? "")));
    await page.route("**/auth/oauth/callback", () => undefined);
    const asked = page.waitForRequest("**/auth/oauth/callback");
    await answerWith(page, "code={code}&state={state}");
    await asked;
    expect(sent.length).toBe(1);
    await page.reload();
    await expectNotSignedIn(page, sent.slice(1), "/");

    await page.unroute("**/auth/oauth/callback");
    await answerWith(page, "code={code}&state={state}");
    await page.waitForURL("**/discover?q=film");
    expect(sent.length).toBe(2);
    await page.goto("/login/callback?error=access_denied&state=a");
    await page.waitForURL("**/messages");
  });
});
