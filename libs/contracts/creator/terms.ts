export const CREATOR_LEVELS = ["BRONZE", "SILVER", "GOLD", "PLATINUM", "DIAMOND"] as const;
export type CreatorLevel = (typeof CREATOR_LEVELS)[number];

export const KYC_STATUSES = [
  "NOT_STARTED",
  "IN_PROGRESS",
  "IN_REVIEW",
  "APPROVED",
  "REJECTED",
  "RESUBMISSION_REQUIRED",
  "EXPIRED",
] as const;
export type KycStatus = (typeof KYC_STATUSES)[number];

export const CREATOR_STATUSES = ["ACTIVE", "VACATION", "SUSPENDED", "BANNED", "DEACTIVATED"] as const;
export type CreatorStatus = (typeof CREATOR_STATUSES)[number];

export const DM_TYPES = ["FREE", "SINGLE_PAY", "PER_MESSAGE"] as const;
export type DmType = (typeof DM_TYPES)[number];

/** How many messages a creator answers, and how soon. */
export const answers = {
  type: "object",
  nullable: true,
  props: {
    percent: {
      type: "number",
      integer: true,
      description: "Percent of the ended messages that were answered within `withinHours`, rounded down",
    },
    withinHours: { type: "number", integer: true, description: "The shortest time that holds nine of ten answers" },
  },
  description: "Of the last 90 days; null while too few messages have ended",
} as const;

/** Platforms on which most creators have an account; discovery offers those where it lists a creator. Upper case, as they are stored. */
export const WELL_KNOWN_PLATFORMS = [
  "BLUESKY",
  "FACEBOOK",
  "GITHUB",
  "INSTAGRAM",
  "LINKEDIN",
  "MASTODON",
  "THREADS",
  "TIKTOK",
  "TWITCH",
  "X",
  "YOUTUBE",
] as const;
