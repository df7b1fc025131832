import type { Catalogue } from "../codes.ts";

/** Errors of outside providers (spec 1). They do not name the provider. */
export const providerErrors = {
  "provider.error.off": { code: "FEATURE_DISABLED", message: "This function is switched off." },
  "provider.error.failed": { code: "SERVICE_UNAVAILABLE", message: "This function does not work at the moment. Try again later." },
  "provider.error.not_testable": { code: "RESOURCE_NOT_FOUND", message: "There is no such slot, or its provider cannot be tried." },
} as const satisfies Catalogue;
