import type { Catalogue } from "../codes.ts";

/** Errors of what others do for us (spec 1); which of them it was is not said. */
export const providerErrors = {
  "provider.error.off": { code: "FEATURE_DISABLED", message: "This function is switched off." },
  "provider.error.failed": { code: "SERVICE_UNAVAILABLE", message: "This function does not work at the moment. Try again later." },
} as const satisfies Catalogue;
