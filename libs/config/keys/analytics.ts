import type { ConfigKeyEntry } from "../key.ts";

export const analyticsKeys = {
  "analytics.retention_days": {
    category: "retention",
    type: "number",
    default: 400,
    min: 30,
    max: 1_100,
    integer: true,
    description: "How long visits and page views are kept, in days; reports reach back 366",
  },
} as const satisfies Record<string, ConfigKeyEntry>;
