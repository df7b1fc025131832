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

/** Statuses that an admin sets; VACATION is set by the creator only. */
export const ADMIN_STATUSES = ["ACTIVE", "SUSPENDED", "BANNED", "DEACTIVATED"] as const satisfies readonly CreatorStatus[];
export type AdminStatus = (typeof ADMIN_STATUSES)[number];

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
export type WellKnownPlatform = (typeof WELL_KNOWN_PLATFORMS)[number];

/** What a creator shows in an identity check. */
export const IDENTITY_DOCUMENTS = ["PASSPORT", "ID_CARD", "DRIVING_LICENCE", "COMPANY_EXTRACT"] as const;
export type IdentityDocument = (typeof IDENTITY_DOCUMENTS)[number];

/** Files of an identity check. A check has at most one of each. */
export const IDENTITY_FILES = ["FRONT", "BACK", "SELFIE", "EXTRACT"] as const;
export type IdentityFile = (typeof IDENTITY_FILES)[number];

/** The files without which a check is not submitted. */
export const REQUIRED_FILES = {
  PASSPORT: ["FRONT"],
  ID_CARD: ["FRONT", "BACK"],
  DRIVING_LICENCE: ["FRONT", "BACK"],
  COMPANY_EXTRACT: ["EXTRACT"],
} as const satisfies Record<IdentityDocument, readonly IdentityFile[]>;

/** The types that a file may be sent in. */
export const IDENTITY_FILE_TYPES = ["image/jpeg", "image/png", "image/webp", "application/pdf"] as const;
/** The types that are stored: pictures are encoded anew. */
export const KEPT_FILE_TYPES = ["image/webp", "application/pdf"] as const;
export type KeptFileType = (typeof KEPT_FILE_TYPES)[number];

/** Why a check was not approved. */
export const KYC_REASONS = ["DOCUMENT_UNREADABLE", "DOCUMENT_EXPIRED", "NAME_MISMATCH", "UNDER_AGE", "WRONG_DOCUMENT", "OTHER"] as const;
export type KycReason = (typeof KYC_REASONS)[number];
