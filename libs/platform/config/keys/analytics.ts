import type { ConfigKeyEntry } from "../key.ts";

export const analyticsKeys = {
  "analytics.respect_gpc": {
    category: "consent",
    type: "boolean",
    default: true,
    description: "Whether browsers that ask not to be tracked (Sec-GPC) get neither the tracker nor its question",
  },
  "analytics.bot_tokens": {
    category: "bots",
    type: "stringList",
    default: [],
    maxItems: 200,
    entryPattern: /^[a-z0-9][a-z0-9 ._-]{1,49}$/i,
    description: "Names in the user agents of further bots and tools, whose visits do not count; each as a word of a product name",
  },
  "analytics.retention_days": {
    category: "retention",
    type: "number",
    default: 400,
    min: 30,
    max: 1_100,
    integer: true,
    description: "How long visits and page views are kept, in days; reports cover the last 366 at most",
  },
} as const satisfies Record<string, ConfigKeyEntry>;
