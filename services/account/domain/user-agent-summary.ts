import { UAParser } from "ua-parser-js";

/** "Firefox on Linux"; null when nothing is recognised. Versions are left out: they tell more than a list of devices needs. */
export function userAgentSummary(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = UAParser(userAgent);
  const parts = [browser.name, os.name].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(" on ") : null;
}
