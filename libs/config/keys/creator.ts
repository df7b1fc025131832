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
  "creator.kyc_valid_days": {
    category: "kyc",
    type: "number",
    default: 730,
    min: 1,
    max: 3650,
    integer: true,
    description: "How long an approved identity check is good for, in days",
  },
  "creator.level_silver_min_messages": {
    category: "levels",
    type: "number",
    default: 25,
    min: 1,
    max: 1_000_000,
    integer: true,
    description: "Paid messages that a silver creator has answered in 90 days",
  },
  "creator.level_gold_min_messages": {
    category: "levels",
    type: "number",
    default: 100,
    min: 1,
    max: 1_000_000,
    integer: true,
    description: "Paid messages that a gold creator has answered in 90 days",
  },
  "creator.level_platinum_min_messages": {
    category: "levels",
    type: "number",
    default: 300,
    min: 1,
    max: 1_000_000,
    integer: true,
    description: "Paid messages that a platinum creator has answered in 90 days",
  },
  "creator.level_diamond_min_messages": {
    category: "levels",
    type: "number",
    default: 1_000,
    min: 1,
    max: 1_000_000,
    integer: true,
    description: "Paid messages that a diamond creator has answered in 90 days",
  },
  "creator.level_min_reply_rate": {
    category: "levels",
    type: "number",
    default: 0.8,
    min: 0,
    max: 1,
    description: "Part of the messages that a creator above the first level answers, 0-1",
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
