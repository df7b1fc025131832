import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { MINUTE } from "#libs/kernel/clock.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { accessibilityProblems, type BrowserSystem, button, fillSignIn, problemsOf, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
/** Passes connections on to the system: a passkey needs a site with a name, whose port is known before the start. */
let door: Server;
let site: string;

beforeAll(async () => {
  door = createServer((incoming) => {
    const outgoing = connect(Number(new URL(system.base).port), "127.0.0.1");
    for (const socket of [incoming, outgoing]) socket.on("error", () => undefined);
    incoming.on("close", () => outgoing.destroy());
    outgoing.on("close", () => incoming.destroy());
    incoming.pipe(outgoing).pipe(incoming);
  });
  door.listen(0, "localhost");
  await once(door, "listening");
  site = `http://localhost:${(door.address() as AddressInfo).port}`;
  system = await startBrowserSystem({ CONFIG_SITE_PUBLIC_HOST: site });
});
afterEach(async () => {
  await system.closeWindows();
  system.runtime.clock.reset();
});
afterAll(async () => {
  door.close();
  await system?.stop();
});

/** Gives the page an authenticator whose user is always present and verified. */
async function plugIn(page: Page): Promise<void> {
  const debug = await page.context().newCDPSession(page);
  await debug.send("WebAuthn.enable");
  await debug.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Leaves the page as on a first visit: with the mark of a sign-in alone it would be drawn again once the refresh is refused. */
async function forget(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate("localStorage.clear()");
}

describe("passkeys", () => {
  it("MFA-21 MFA-10 a passkey is added by page, and signs in alone, as second step and in a step-up, at both doors", async () => {
    const person = await newAdmin(system, "SUPPORT");
    const page = await system.empty();
    await plugIn(page);
    await page.goto(`${site}/login?next=/settings/security`);
    await fillSignIn(page, person);
    await button(page, "Add passkey").click();
    await button(page, "I have stored them").click();
    await page.getByText("Recovery codes left: 10").waitFor();
    await page.getByRole("listitem").filter({ hasText: "Passkey" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    system.runtime.clock.advance(16 * MINUTE);
    await button(page, "Make new recovery codes").click();
    await page.getByRole("dialog", { name: "Confirm that it is you" }).getByRole("button", { name: "Use a passkey" }).click();
    await button(page, "I have stored them").click();
    system.runtime.clock.reset();

    await forget(page);
    await page.goto(`${site}/login?next=/settings/security`);
    await fillSignIn(page, person);
    await page.getByRole("heading", { name: "Second step" }).waitFor();
    await button(page, "Use a passkey").click();
    await page.waitForURL(`${site}/settings/security`);

    await page.goto(`${site}/admin/login`);
    await button(page, "Use a passkey").click();
    await page.waitForURL("**/admin");

    await forget(page);
    await page.goto(`${site}/login?next=/settings/security`);
    await button(page, "Use a passkey").press("Enter");
    await page.waitForURL(`${site}/settings/security`);
    await page.getByRole("listitem").filter({ hasText: "Passkey" }).getByRole("button", { name: "Remove" }).click();
    await page.getByText("Recovery codes left").waitFor({ state: "detached" });
    expect(problemsOf(page)).toEqual([]);
  });

  it("MFA-21 a bare address names the one to open", async () => {
    const person = await system.newUser();
    const page = await system.open("/login?next=/settings/security");
    await fillSignIn(page, person);
    await button(page, "Add passkey").click();
    const port = new URL(system.base).port;
    await page
      .getByRole("status")
      .getByRole("link", { name: `http://localhost:${port}` })
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
