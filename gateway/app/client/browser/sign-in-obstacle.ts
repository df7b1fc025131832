import type { TextKey } from "#gateway/ui/texts.ts";
import { browserStorage } from "./storage.ts";

const PROBE = "probe";

/** Why signing in cannot work in this browser; null: it can. Pages that only show something work all the same. */
export function signInObstacle(): TextKey | null {
  // The cookie of a session is for https only, and others in the network would read the password.
  if (!isSecureContext) return "page.login.needsHttps";
  return navigator.cookieEnabled && keepsData() ? null : "page.login.needsStorage";
}

function keepsData(): boolean {
  browserStorage.set(PROBE, "1");
  const isKept = browserStorage.get(PROBE) !== null;
  browserStorage.set(PROBE, null);
  return isKept;
}
