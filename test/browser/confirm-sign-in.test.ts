import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { CLIENT, type OidcServer, startOidcServer } from "../providers/oidc-server.ts";
import { type BrowserSystem, button, problemsOf, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
let provider: OidcServer;
beforeAll(async () => {
  [system, provider] = await Promise.all([startBrowserSystem(), startOidcServer()]);
  await system.setConfig("provider.oauth_issuer", provider.issuer);
  await system.setConfig("provider.oauth_client_id", CLIENT.id);
  await system.setConfig("provider.oauth_secret", CLIENT.secret);
  await system.setConfig("provider.oauth_redirect_uris", [`${system.base}/login/callback`]);
  await system.setConfig("provider.oauth", "oidc");
});
afterEach(() => system.closeWindows());
afterAll(async () => {
  await system?.stop();
  await provider?.close();
});

describe("a sign-in whose address the provider has not verified", () => {
  it("FLD-15 says that a mail was sent, and its link signs in within the browser of the sign-in only", async () => {
    const email = `c${uuid().slice(-12)}@example.org`;
    const page = await system.open("/login");
    await page.route(`${provider.issuer}/authorize**`, (route) => {
      const answer = new URLSearchParams(provider.signIn(route.request().url(), { sub: uuid(), email }));
      return route.fulfill({ status: 302, headers: { location: `${system.base}/login/callback?${answer}` } });
    });
    await button(page, "Sign in with another account").click();
    await page.getByRole("alert").getByText("open it in this browser to sign in").waitFor();
    const link = `/login/confirm#token=${await system.mailedToken(email, "confirm_sign_in")}`;

    const elsewhere = await system.open(link);
    await elsewhere.getByRole("alert").getByText("begun elsewhere").waitFor();
    expect(problemsOf(elsewhere)).toEqual([]);

    const mail = await page.context().newPage();
    await mail.goto(link);
    await mail.waitForURL("**/messages");
    await mail.locator("summary", { hasText: "Account" }).waitFor();
    expect(problemsOf(page)).toEqual([]);
  });
});
