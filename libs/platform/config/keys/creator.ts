import { MAX_LINKS } from "#libs/contracts/creator/link.ts";
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
      max: 0.99,
      capped: true,
      description: `Share that the platform keeps of the earnings of ${level} creators, 0-0.99`,
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
    max: MAX_LINKS,
    integer: true,
    description: "Maximum number of links on a bio page",
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
    description: "How long an approved identity check is valid, in days",
  },
  "creator.level_silver_min_messages": {
    category: "levels",
    type: "number",
    default: 25,
    min: 1,
    max: 1_000_000,
    integer: true,
    atMost: "creator.level_gold_min_messages",
    description: "Paid messages answered within 90 days that the silver level requires",
  },
  "creator.level_gold_min_messages": {
    category: "levels",
    type: "number",
    default: 100,
    min: 1,
    max: 1_000_000,
    integer: true,
    atMost: "creator.level_platinum_min_messages",
    description: "Paid messages answered within 90 days that the gold level requires",
  },
  "creator.level_platinum_min_messages": {
    category: "levels",
    type: "number",
    default: 300,
    min: 1,
    max: 1_000_000,
    integer: true,
    atMost: "creator.level_diamond_min_messages",
    description: "Paid messages answered within 90 days that the platinum level requires",
  },
  "creator.level_diamond_min_messages": {
    category: "levels",
    type: "number",
    default: 1_000,
    min: 1,
    max: 1_000_000,
    integer: true,
    description: "Paid messages answered within 90 days that the diamond level requires",
  },
  "creator.level_min_reply_rate": {
    category: "levels",
    type: "number",
    default: 0.8,
    min: 0,
    max: 1,
    description: "Share of messages answered that every level above the first requires, 0-1",
  },
  "creator.response_facts_min_messages": {
    category: "bio",
    type: "number",
    default: 5,
    min: 1,
    max: 1_000,
    integer: true,
    description: "Messages of 90 days that must have ended before a creator's page says how many are answered, and how soon",
  },
  "creator.vacation_auto_end": {
    category: "vacation",
    type: "boolean",
    default: true,
    description: "End a vacation automatically when its end has passed",
  },
  "auth.username_hold_days": {
    category: "usernames",
    type: "number",
    default: 30,
    min: 0,
    max: 365,
    integer: true,
    description: "How long a former username stays reserved for its user, in days",
  },
} as const satisfies Record<string, ConfigKeyEntry>;
