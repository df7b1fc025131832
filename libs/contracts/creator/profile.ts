import { action, event } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import {
  givenAmount,
  id,
  nullableText,
  optionalTimestamp,
  ownCreatorId,
  pathId,
  readableLine,
  readableText,
  timestamp,
  version,
} from "../shared.ts";
import { ADMIN_STATUSES, CREATOR_LEVELS, CREATOR_STATUSES, DM_TYPES, KYC_STATUSES } from "./terms.ts";

/** A creator as its owner sees it (spec 2.2). */
const creatorProfile = {
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
    contentCategories: { type: "array", items: { type: "string" }, max: 100 },
    minTimeoutHours: { type: "number", nullable: true },
    maxTimeoutHours: { type: "number", nullable: true },
    autoReplyText: { ...nullableText, max: 1_000 },
    replyRate: {
      type: "number",
      nullable: true,
      description: "Answered messages of the last 90 days divided by all that were answered, declined or expired, 0-1",
    },
    medianReplySeconds: { type: "number", integer: true, nullable: true, description: "Median of the last 90 days, estimated" },
    acceptedDmSince: {
      ...optionalTimestamp,
      description: "Time since which the creator accepts messages; null while the creator does not",
    },
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

const hours = { type: "number", integer: true, min: 1, max: 720, optional: true, nullable: true } as const;

export const updateMyProfile = action({
  name: "creator.updateMyProfile",
  summary: "Change the caller's creator profile; null clears a field",
  http: { method: "PATCH", path: "/creators/me", auth: "bearer" },
  params: {
    headline: { ...readableLine, max: 150, optional: true, nullable: true },
    contentCategories: {
      type: "array",
      items: { ...readableLine, lowercase: true, min: 1, max: 50 },
      max: 10,
      optional: true,
      description: "Stored in lower case, without duplicates",
    },
    minTimeoutHours: { ...hours, description: "Shortest reply window that the creator offers" },
    maxTimeoutHours: { ...hours, description: "Longest reply window that the creator offers" },
    autoReplyText: { ...readableText, trim: true, max: 1000, optional: true, nullable: true },
  },
  returns: creatorProfile,
  errors: ["creator.error.profile_not_found", "creator.error.invalid_timeout_range"],
});

export const updateDmSettings = action({
  name: "creator.updateDmSettings",
  summary: "Change which messages the creator accepts, and their price",
  http: { method: "PATCH", path: "/creators/{creatorId}/dm-settings", auth: "bearer" },
  params: {
    creatorId: ownCreatorId,
    dmActive: { type: "boolean", optional: true },
    dmType: { type: "enum", values: DM_TYPES, optional: true },
    price: { ...givenAmount, optional: true, description: "Decimal price of the active package" },
    title: { ...readableLine, max: 100, optional: true, description: "Title of the package" },
    minTimeoutHours: { type: "number", integer: true, min: 1, max: 720, optional: true },
  },
  returns: creatorProfile,
  errors: ["creator.error.not_owner", "creator.error.invalid_timeout_range", "creator.dm.price_required", "creator.dm.price_out_of_range"],
});

export const setCreatorStatus = action({
  name: "creator.setStatus",
  summary: "Suspend, ban or reinstate a creator",
  http: { method: "PATCH", path: "/admin/creators/{creatorId}/status", auth: "admin", permission: "creators:write" },
  params: {
    creatorId: pathId,
    creatorStatus: { type: "enum", values: ADMIN_STATUSES },
    reason: { ...readableText, trim: true, min: 1, max: 500 },
  },
  returns: null,
  errors: ["creator.error.not_found", "creator.error.invalid_status"],
});

export const creatorStatusChanged = event({
  name: "creator.status_changed",
  owner: "creator",
  summary: "An admin, or the deletion of the owner's account, changed a creator's status",
  public: { fields: ["creatorId", "version", "userId", "from", "to"] },
  payload: {
    creatorId: id,
    version,
    userId: { type: "string" },
    from: { type: "enum", values: CREATOR_STATUSES },
    to: { type: "enum", values: CREATOR_STATUSES },
  },
});
