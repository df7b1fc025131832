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
export type WellKnownPlatform = (typeof WELL_KNOWN_PLATFORMS)[number];
