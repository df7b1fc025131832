import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
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

/** Gives the page an authenticator whose user is verified and present, and chooses a passkey as soon as the browser offers it. */
export async function plugIn(page: Page): Promise<void> {
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
export async function forget(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate("localStorage.clear()");
}

/** As a person who does not choose the passkey that the field offers: the first offer of each page waits until the page takes it back. */
const HOLD_FIRST_OFFER = `if (!window.holdsOffer) {
  window.holdsOffer = true;
  const get = navigator.credentials.get.bind(navigator.credentials);
  let isHeld = true;
  navigator.credentials.get = (options) => {
    if (options.mediation !== "conditional" || !isHeld) return get(options);
    isHeld = false;
    window.isOfferHeld = true;
    return new Promise((_, reject) => options.signal.addEventListener("abort", () => reject(options.signal.reason)));
  };
}`;

/** From the next page on, the first offer of a passkey in the field of each page is not taken. */
export const leaveOffers = (page: Page): Promise<unknown> => page.addInitScript(HOLD_FIRST_OFFER);

/** Waits until the page has made its first offer, which {@link leaveOffers} holds. */
export const offerIsHeld = (page: Page): Promise<void> =>
  eventually(async () => {
    if (!(await page.evaluate("window.isOfferHeld"))) throw new Error("no passkey was offered yet");
  });
