import type { Catalogue } from "../codes.ts";

export const analyticsErrors = {
  "analytics.error.invalid_range": {
    code: "VALIDATION_FAILED",
    message: "The end must be after the start, and at most {days} days later.",
  },
} as const satisfies Catalogue;
