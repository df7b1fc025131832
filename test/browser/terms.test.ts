import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { type OidcServer, startOidcServer, useProvider } from "../providers/oidc-server.ts";
import { type BrowserSystem, button, problemsOf, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
let provider: OidcServer;
beforeAll(async () => {
  [system, provider] = await Promise.all([startBrowserSystem(), startOidcServer()]);
  await useProvider(system, provider, `${system.base}/login/callback`);
  await system.setConfig("legal.terms_of_service", "<p>Be kind.</p>");
});
afterAll(async () => {
  await system?.stop();
  await provider?.close();
});

it("SGN-10 a first sign-in elsewhere asks for the consent to the terms, and goes on with it", async () => {
  const page = await system.open("/login?next=%2Fdiscover%3Fq%3Dfilm");
  const account = { sub: uuid(), email: `t${uuid().slice(-12)}@example.org`, email_verified: true };
  await page.route(`${provider.issuer}/authorize**`, (route) => {
    const { code, state } = provider.signIn(route.request().url(), account);
    return route.fulfill({ status: 303, headers: { location: `${system.base}/login/callback?code=${code}&state=${state}` } });
  });
  await button(page, "Sign in with another account").click();
  await page.getByRole("heading", { name: "Create account" }).waitFor();
  expect(await page.locator("main").getByRole("link", { name: "Terms" }).getAttribute("href")).toBe("/legal/terms");
  await button(page, "Continue").click();
  expect(await page.getByRole("checkbox").getAttribute("aria-invalid")).toBe("true");
  await page.getByRole("checkbox").check();
  await button(page, "Continue").click();
  await page.waitForURL("**/discover?q=film");
  expect(problemsOf(page).filter((problem) => !problem.includes("400"))).toEqual([]);
});
