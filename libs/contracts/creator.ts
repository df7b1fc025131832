import { action, event } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { publicLink } from "./creator-link.ts";
import { publicSocial } from "./creator-socials.ts";
import { amount, givenAmount, id, nullableText, optionalTimestamp, ownCreatorId, pathId, timestamp, version } from "./shared.ts";

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

export const upgrade = action({
  name: "creator.upgrade",
  summary: "Become a creator",
  http: {
    method: "POST",
    path: "/creators/upgrade",
    status: 201,
    auth: "bearer",
    limit: "creators_upgrade",
    killSwitch: "CREATOR_UPGRADE",
    openToGoneUsers: true,
  },
  params: {
    displayName: { type: "string", max: 100, optional: true, description: "Overrides the user's display name" },
    bio: { type: "string", max: 500, optional: true, description: "First text of the bio page" },
    themeId: { type: "string", max: 50, optional: true, description: "Template of the bio page" },
    username: {
      type: "string",
      trim: true,
      lowercase: true,
      max: 100,
      pattern: /^[a-z0-9._-]*$/,
      optional: true,
      description: "Needed when the user has none yet",
    },
    idempotencyKey: { type: "string", max: 255, optional: true, from: "idempotencyKey" },
  },
  returns: { type: "object", props: { creatorId: id, bioPageUrl: { type: "string" } } },
  errors: [
    "features.creator_upgrade_disabled",
    "creator.upgrade.already_creator",
    "creator.upgrade.user_not_found",
    "creator.upgrade.username_required",
    "creator.upgrade.username_unavailable",
  ],
});

export const setVacation = action({
  name: "creator.setVacation",
  summary: "Enter or leave vacation mode",
  http: { method: "PATCH", path: "/creators/{creatorId}/vacation", auth: "bearer", limit: "creators_vacation" },
  params: {
    creatorId: ownCreatorId,
    enabled: { type: "boolean", description: "true enters, false leaves" },
    startDate: { type: "timestamp", optional: true, description: "Now when absent" },
    endDate: { type: "timestamp", optional: true, description: "Open-ended when absent" },
  },
  returns: null,
  errors: ["creator.error.not_owner", "creator.vacation.invalid_date_range"],
});

export const getVacation = action({
  name: "creator.getVacation",
  summary: "Read the vacation state",
  http: { method: "GET", path: "/creators/{creatorId}/vacation", auth: "bearer" },
  params: { creatorId: ownCreatorId },
  returns: {
    type: "object",
    props: {
      creatorStatus: { type: "enum", values: CREATOR_STATUSES },
      vacationMode: { type: "boolean" },
      vacationStart: optionalTimestamp,
      vacationEnd: optionalTimestamp,
    },
  },
  errors: ["creator.error.not_owner"],
});

/** Spec 2.2, as its owner sees it. */
export const creatorProfile = {
  type: "object",
  props: {
    id,
    userId: { type: "string" },
    level: { type: "enum", values: CREATOR_LEVELS },
    kycStatus: { type: "enum", values: KYC_STATUSES },
    creatorStatus: { type: "enum", values: CREATOR_STATUSES },
    vacationMode: { type: "boolean" },
    vacationStart: optionalTimestamp,
    vacationEnd: optionalTimestamp,
    dmActive: { type: "boolean" },
    dmType: { type: "enum", values: DM_TYPES },
    price: { type: "string", nullable: true, description: "Price of the active package" },
    currency: { type: "string" },
    headline: nullableText,
    contentCategories: { type: "array", items: { type: "string" } },
    minTimeoutHours: { type: "number", nullable: true },
    maxTimeoutHours: { type: "number", nullable: true },
    autoReplyText: nullableText,
    replyRate: { type: "number", nullable: true, description: "Answered part of the messages of 90 days that came to an end, 0-1" },
    medianReplySeconds: { type: "number", integer: true, nullable: true, description: "Of 90 days, about" },
    acceptedDmSince: { ...optionalTimestamp, description: "Since when the creator takes messages; null while not" },
    totalFollowers: { type: "number" },
    totalMessages: { type: "number" },
    avgRating: { type: "number" },
    bioPageId: id,
    bioPageUrl: { type: "string" },
    username: { type: "string" },
    createdAt: timestamp,
    updatedAt: timestamp,
  },
} as const satisfies ObjectRule;

export const getMyProfile = action({
  name: "creator.getMyProfile",
  summary: "The caller's creator profile",
  http: { method: "GET", path: "/creators/me", auth: "bearer" },
  params: {},
  returns: creatorProfile,
  errors: ["creator.error.profile_not_found"],
});

export const updateDmSettings = action({
  name: "creator.updateDmSettings",
  summary: "Say which messages the creator takes, and at what price",
  http: { method: "PATCH", path: "/creators/{creatorId}/dm-settings", auth: "bearer" },
  params: {
    creatorId: ownCreatorId,
    dmActive: { type: "boolean", optional: true },
    dmType: { type: "enum", values: DM_TYPES, optional: true },
    price: { ...givenAmount, optional: true, description: "Decimal; of the active package" },
    title: { type: "string", max: 100, optional: true, description: "Title of the package" },
    minTimeoutHours: { type: "number", integer: true, min: 1, max: 720, optional: true },
  },
  returns: creatorProfile,
  errors: ["creator.error.not_owner", "creator.error.invalid_timeout_range", "creator.dm.price_required", "creator.dm.price_out_of_range"],
});

/** What strangers see of a creator. */
export const publicBio = {
  type: "object",
  props: {
    bioPageId: id,
    creatorId: id,
    username: { type: "string" },
    displayName: nullableText,
    avatarUrl: nullableText,
    bio: { type: "string" },
    templateId: nullableText,
    level: { type: "enum", values: CREATOR_LEVELS },
    dmActive: { type: "boolean", description: "False during a vacation" },
    dmType: { type: "enum", values: DM_TYPES },
    price: { ...amount, nullable: true },
    currency: { type: "string" },
    links: { type: "array", items: publicLink, description: "In their order; those that are shown now" },
    socials: { type: "array", items: publicSocial, description: "The verified ones" },
  },
} as const satisfies ObjectRule;

export const getPublicBio = action({
  name: "creator.getPublicBio",
  summary: "The public page of a creator",
  http: { method: "GET", path: "/bio/{username}", auth: "public" },
  params: { username: pathId },
  returns: publicBio,
  errors: ["bio.error.not_found"],
});

export const setCreatorStatus = action({
  name: "creator.setStatus",
  summary: "Suspend, ban or reinstate a creator",
  http: { method: "PATCH", path: "/admin/creators/{creatorId}/status", auth: "admin", permission: "creators:write" },
  params: {
    creatorId: pathId,
    creatorStatus: { type: "enum", values: ["ACTIVE", "SUSPENDED", "BANNED", "DEACTIVATED"] },
    reason: { type: "string", trim: true, min: 1, max: 500 },
  },
  returns: null,
  errors: ["creator.error.not_found", "creator.error.invalid_status"],
});

/** What messaging asks about a creator. */
export const getDmSettings = action({
  name: "creator.getDmSettings",
  summary: "The facts of a creator that a message depends on, by user id",
  params: { userId: { type: "string", max: 200 } },
  returns: {
    type: "object",
    props: {
      exists: { type: "boolean" },
      creatorId: nullableText,
      creatorStatus: { type: "enum", values: CREATOR_STATUSES, nullable: true },
      dmActive: { type: "boolean" },
      vacationMode: { type: "boolean" },
      dmType: { type: "enum", values: DM_TYPES, nullable: true },
      packagePrice: { ...amount, nullable: true },
      minTimeoutHours: { type: "number", nullable: true },
      level: { type: "enum", values: CREATOR_LEVELS, nullable: true },
    },
  },
  errors: [],
});

export const creatorCreated = event({
  name: "creator.created",
  summary: "A user became a creator",
  payload: { creatorId: id, userId: { type: "string" }, username: { type: "string" }, bioPageId: id },
});

export const creatorVacation = event({
  name: "creator.vacation",
  summary: "A creator's vacation state was set",
  payload: {
    creatorId: id,
    userId: { type: "string" },
    enabled: { type: "boolean" },
    creatorStatus: { type: "enum", values: CREATOR_STATUSES },
    vacationStart: optionalTimestamp,
    vacationEnd: optionalTimestamp,
  },
});

export const creatorStatusChanged = event({
  name: "creator.status_changed",
  summary: "An admin or the owner changed a creator's status",
  payload: {
    creatorId: id,
    version,
    userId: { type: "string" },
    from: { type: "enum", values: CREATOR_STATUSES },
    to: { type: "enum", values: CREATOR_STATUSES },
  },
});
