import type { ConfigKeyEntry, NumberKey } from "../key.ts";

const LEVEL_COMMISSIONS = { bronze: 0.2, silver: 0.18, gold: 0.15, platinum: 0.12, diamond: 0.1 } as const;
type Level = keyof typeof LEVEL_COMMISSIONS;

const commissions = Object.fromEntries(
  Object.entries(LEVEL_COMMISSIONS).map(([level, rate]) => [
    `creator.commission_${level}`,
    {
      category: "commission",
      type: "number",
      default: rate,
      min: 0,
      max: 1,
      description: `Share of the platform for ${level} creators, 0-1`,
    },
  ]),
) as unknown as Record<`creator.commission_${Level}`, NumberKey>;

export const creatorKeys = {
  ...commissions,
  "creator.max_links": {
    category: "bio",
    type: "number",
    default: 100,
    min: 1,
    max: 500,
    integer: true,
    description: "Links that a bio page may hold",
  },
  "bio.embed_frame_ancestors": {
    category: "bio",
    type: "stringList",
    default: ["*"],
    maxItems: 50,
    entryPattern: /^(\*|none|self|https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?)$/,
    description: "Sites that may frame the embeddable page of a creator: origins, self, * for all, none",
  },
  "creator.vacation_auto_end": {
    category: "vacation",
    type: "boolean",
    default: true,
    description: "End a vacation by itself when its end has passed",
  },
  "auth.username_hold_days": {
    category: "usernames",
    type: "number",
    default: 30,
    min: 0,
    max: 365,
    integer: true,
    description: "How long a former username stays reserved to its user, in days",
  },
} as const satisfies Record<string, ConfigKeyEntry>;
