import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import type { Page } from "playwright-core";
import { type BrowserSystem, startBrowserSystem } from "./fixture.ts";

/** A system behind an address with a name, which a passkey needs. */
export interface NamedSystem extends BrowserSystem {
  /** The address. */
  readonly site: string;
}

/** The port of the address is known before the start: a door passes connections on to the system. */
export async function startNamedSystem(settings: Readonly<Record<string, string>> = {}): Promise<NamedSystem> {
  let base = "";
  const door = createServer((incoming) => {
    const outgoing = connect(Number(new URL(base).port), "127.0.0.1");
    for (const socket of [incoming, outgoing]) socket.on("error", () => undefined);
    incoming.on("close", () => outgoing.destroy());
    outgoing.on("close", () => incoming.destroy());
    incoming.pipe(outgoing).pipe(incoming);
  });
  door.listen(0, "localhost");
  await once(door, "listening");
  const site = `http://localhost:${(door.address() as AddressInfo).port}`;
  const system = await startBrowserSystem({ CONFIG_SITE_PUBLIC_HOST: site, ...settings });
  base = system.base;
  const stop = async () => {
    door.close();
    await system.stop();
  };
  return { ...system, site, stop };
}

/** The authenticator of a page. */
export interface PluggedIn {
  /** Whether its user is there from now on, and chooses a passkey as soon as the browser offers it. */
  present(isPresent: boolean): Promise<void>;
}

/** Gives the page an authenticator whose user is verified, and present at first. */
export async function plugIn(page: Page): Promise<PluggedIn> {
  const debug = await page.context().newCDPSession(page);
  await debug.send("WebAuthn.enable");
  const { authenticatorId } = await debug.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async present(enabled) {
      await debug.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    },
  };
}

/** Leaves the page as on a first visit: with the mark of a sign-in alone it would be drawn again once the refresh is refused. */
export async function forget(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate("localStorage.clear()");
}

/** Opens a page of the sign-in, and waits until the browser offers passkeys in its field. */
export async function openOffering(page: Page, url: string): Promise<void> {
  const asked = page.waitForResponse("**/auth/passkeys/options");
  await page.goto(url);
  await asked;
}
