import UAParser from "ua-parser-js";

export const DEVICE_CLASSES = ["mobile", "tablet", "desktop"] as const;
export type DeviceClass = (typeof DEVICE_CLASSES)[number];

/** What a user agent says of itself; null where it says nothing. */
export interface Client {
  readonly device: DeviceClass | null;
  readonly browser: string | null;
  readonly os: string | null;
  readonly osVersion: string | null;
}

const VERSION_LENGTH = 20;
const NOTHING: Client = { device: null, browser: null, os: null, osVersion: null };

/** Device class, browser and system of a user agent (spec 4.5). */
export function clientOf(userAgent: string | undefined): Client {
  if (!userAgent) return NOTHING;
  const { device, browser, os } = new UAParser(userAgent).getResult();
  return {
    device: deviceClass(userAgent, device.type, Boolean(browser.name || os.name)),
    browser: browser.name ?? null,
    os: os.name ?? null,
    osVersion: os.version?.slice(0, VERSION_LENGTH) ?? null,
  };
}

/** The three classes of the specification; televisions and consoles stand where desktops do. */
function deviceClass(userAgent: string, type: string | undefined, isKnown: boolean): DeviceClass | null {
  if (type === "tablet") return "tablet";
  if (type === "mobile" || type === "wearable") return "mobile";
  // An Android that does not call itself mobile is a tablet, as its makers ask for.
  if (type === undefined && /android/i.test(userAgent)) return /mobile/i.test(userAgent) ? "mobile" : "tablet";
  return isKnown ? "desktop" : null;
}
