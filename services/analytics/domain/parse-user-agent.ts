import { LRUCache } from "lru-cache";
import UAParser from "ua-parser-js";

type DeviceClass = "mobile" | "tablet" | "desktop";

/** The client according to its user agent; null where the user agent does not tell. */
export interface Client {
  readonly device: DeviceClass | null;
  readonly browser: string | null;
  readonly os: string | null;
  readonly osVersion: string | null;
}

const MAX_VERSION_CHARACTERS = 20;
/** Few user agents cover most visitors, and parsing one takes as long as all other computation for a visit. */
const remembered = new LRUCache<string, Client>({ max: 2_000 });
const MAX_REMEMBERED_CHARACTERS = 512;
const UNKNOWN_CLIENT: Client = { device: null, browser: null, os: null, osVersion: null };

/** Device class, browser and operating system of a user agent (spec 4.5). */
export function parseUserAgent(userAgent: string | undefined): Client {
  if (!userAgent) return UNKNOWN_CLIENT;
  if (userAgent.length > MAX_REMEMBERED_CHARACTERS) return read(userAgent);
  const known = remembered.get(userAgent);
  if (known) return known;
  const client = read(userAgent);
  remembered.set(userAgent, client);
  return client;
}

function read(userAgent: string): Client {
  const { device, browser, os } = new UAParser(userAgent).getResult();
  return {
    device: deviceClass(userAgent, device.type, Boolean(browser.name || os.name)),
    browser: browser.name ?? null,
    os: os.name ?? null,
    osVersion: os.version?.slice(0, MAX_VERSION_CHARACTERS) ?? null,
  };
}

/** The specification has three classes; televisions and consoles count as desktops. */
function deviceClass(userAgent: string, type: string | undefined, isKnown: boolean): DeviceClass | null {
  if (type === "tablet") return "tablet";
  if (type === "mobile" || type === "wearable") return "mobile";
  // Android's convention: the user agent of a phone contains "mobile", that of a tablet does not.
  if (type === undefined && /android/i.test(userAgent)) return /mobile/i.test(userAgent) ? "mobile" : "tablet";
  return isKnown ? "desktop" : null;
}
