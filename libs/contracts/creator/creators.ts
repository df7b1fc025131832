import { action } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { MIN_USERNAME_PREFIX } from "../account/users.ts";
import { amount, cursorOfItems, id, nullableText, optionalTimestamp, pathId, timestamp } from "../shared.ts";
import { MAX_SOCIALS, social } from "./socials.ts";
import { ADMIN_STATUSES, CREATOR_LEVELS, CREATOR_STATUSES, KYC_REASONS, KYC_STATUSES } from "./terms.ts";

/** A creator as staff see it. */
const listedCreator = {
  type: "object",
  props: {
    creatorId: id,
    userId: { type: "string" },
    username: nullableText,
    displayName: nullableText,
    creatorStatus: { type: "enum", values: CREATOR_STATUSES },
    level: { type: "enum", values: CREATOR_LEVELS },
    kycStatus: { type: "enum", values: KYC_STATUSES },
    kycChangedAt: { ...optionalTimestamp, description: "Time since which the identity check has its status; null before the first one" },
    dmActive: { type: "boolean", description: "Whether the creator accepts messages" },
    createdAt: timestamp,
  },
} as const satisfies ObjectRule;

export const listCreators = action({
  name: "creator.listCreators",
  summary: "Creators, newest first; with the beginning of a username in its order",
  http: { method: "GET", path: "/admin/creators", auth: "admin", permission: "creators:read" },
  params: {
    username: {
      type: "string",
      min: MIN_USERNAME_PREFIX,
      max: 30,
      trim: true,
      lowercase: true,
      optional: true,
      description: "Its beginning",
    },
    status: { type: "enum", values: CREATOR_STATUSES, optional: true },
    level: { type: "enum", values: CREATOR_LEVELS, optional: true },
    kycStatus: { type: "enum", values: KYC_STATUSES, optional: true },
    sort: {
      type: "enum",
      values: ["newest", "oldest"],
      default: "newest",
      description:
        "oldest: those whose identity check has its status the longest, without those who never began one. Not beside a username",
    },
    cursor: { type: "string", max: 200, optional: true, description: "nextCursor of the previous page" },
    limit: { type: "number", integer: true, min: 1, max: 100, default: 20 },
  },
  returns: cursorOfItems(listedCreator),
  errors: [],
});

const { id: socialId, platform, handle, url, verified, method } = social.props;

export const getCreator = action({
  name: "creator.getCreator",
  summary: "A creator with price, identity check, accounts elsewhere, and what the caller may change",
  http: { method: "GET", path: "/admin/creators/{creatorId}", auth: "admin", permission: "creators:read" },
  params: { creatorId: pathId },
  returns: {
    type: "object",
    props: {
      ...listedCreator.props,
      levelPinned: { type: "boolean", description: "The daily review does not change a pinned level" },
      price: { ...amount, nullable: true, description: "Price of the active package; null without one" },
      currency: { type: "string" },
      kyc: {
        type: "object",
        props: {
          reasons: { type: "array", items: { type: "enum", values: KYC_REASONS }, max: KYC_REASONS.length },
          reason: { ...nullableText, max: 500, description: "Why it was rejected, or needs a resubmission, as the creator reads it" },
          changedAt: optionalTimestamp,
          validUntil: { ...optionalTimestamp, description: "Time at which the approval expires" },
          provider: { ...nullableText, description: "Who decides the check; null: the staff, or no check was started" },
        },
      },
      kycNext: {
        type: "array",
        items: { type: "enum", values: KYC_STATUSES },
        max: KYC_STATUSES.length,
        description: "The statuses of the identity check that the caller may set; none of one's own",
      },
      statusNext: {
        type: "array",
        items: { type: "enum", values: ADMIN_STATUSES },
        max: ADMIN_STATUSES.length,
        description: "The statuses that the caller may set; none of one's own profile",
      },
      socials: {
        type: "array",
        items: { type: "object", props: { id: socialId, platform, handle, url, verified, method } },
        max: MAX_SOCIALS,
        description: "Accounts on other platforms, oldest first",
      },
    },
  },
  errors: ["creator.error.not_found"],
});
