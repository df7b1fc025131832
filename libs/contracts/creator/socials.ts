import { action } from "#libs/contract-kit/contract.ts";
import { id, nullableText, optionalTimestamp, ownCreatorId, pathId, readableLine, readableText, timestamp } from "../shared.ts";

/** Accounts on other platforms that one creator can add. */
export const MAX_SOCIALS = 20;

/** The methods to prove the ownership of a social account. */
const SOCIAL_METHODS = ["OAUTH", "BIO_CODE", "ADMIN"] as const;
export type SocialMethod = (typeof SOCIAL_METHODS)[number];

/** A verified account as visitors of the bio page see it. */
export const publicSocial = {
  type: "object",
  props: { platform: { type: "string" }, handle: { type: "string" }, url: { ...nullableText, max: 500 } },
} as const;

export const social = {
  type: "object",
  props: {
    id,
    creatorId: id,
    platform: { type: "string", description: "Upper case" },
    handle: { type: "string", description: "Lower case, without a leading @" },
    url: { ...nullableText, max: 500 },
    verified: { type: "boolean" },
    verifiedAt: optionalTimestamp,
    method: { type: "enum", values: SOCIAL_METHODS, nullable: true },
    code: {
      ...nullableText,
      description: "Text that proves the ownership when it is in the description of the account; null once verified",
    },
    createdAt: timestamp,
  },
} as const;

export const addSocial = action({
  name: "creator.addSocial",
  summary: "Add an account on another platform; it is shown once it is verified",
  http: { method: "POST", path: "/creators/{creatorId}/socials", status: 201, auth: "bearer" },
  params: {
    creatorId: ownCreatorId,
    platform: { type: "string", trim: true, pattern: /^\w{1,30}$/, description: "Name of the platform, in any letter case" },
    handle: {
      ...readableLine,
      pattern: /^@?[\p{L}\p{N}._-]{1,100}$/u,
      description: "Name of the account, in any letter case, with or without @",
    },
    url: {
      type: "string",
      trim: true,
      max: 500,
      optional: true,
      description: "https only",
    },
  },
  returns: social,
  errors: ["creator.error.not_owner", "creator.social.already_added", "creator.social.limit_reached"],
});

export const listSocials = action({
  name: "creator.listSocials",
  summary: "The caller's accounts on other platforms, oldest first",
  http: { method: "GET", path: "/creators/{creatorId}/socials", auth: "bearer" },
  params: { creatorId: ownCreatorId },
  returns: { type: "array", items: social, max: MAX_SOCIALS },
  errors: ["creator.error.not_owner"],
});

export const removeSocial = action({
  name: "creator.removeSocial",
  summary: "Remove an account on another platform",
  http: { method: "DELETE", path: "/creators/{creatorId}/socials/{socialId}", auth: "bearer" },
  params: { creatorId: ownCreatorId, socialId: pathId },
  returns: null,
  errors: ["creator.error.not_owner", "creator.social.not_found"],
});

export const verifySocial = action({
  name: "creator.verifySocial",
  class: "slow",
  summary: "Verify that the account belongs to the caller",
  http: { method: "POST", path: "/creators/{creatorId}/socials/{socialId}/verify", auth: "bearer" },
  params: {
    creatorId: ownCreatorId,
    socialId: pathId,
    method: { type: "enum", values: ["OAUTH", "BIO_CODE"], default: "BIO_CODE" },
    proof: {
      type: "string",
      min: 1,
      max: 2000,
      optional: true,
      description: "OAUTH: the token or code that the platform issued after the sign-in",
    },
  },
  returns: social,
  errors: [
    "creator.error.not_owner",
    "creator.social.not_found",
    "creator.social.taken",
    "creator.social.not_proven",
    "provider.error.off",
    "provider.error.failed",
  ],
});

export const adminVerifySocial = action({
  name: "creator.adminVerifySocial",
  summary: "Verify a creator's account on another platform as an admin",
  http: {
    method: "POST",
    path: "/admin/creators/{creatorId}/socials/{socialId}/verify",
    auth: "admin",
    permission: "creators:write",
  },
  params: {
    creatorId: pathId,
    socialId: pathId,
    reason: { ...readableText, trim: true, min: 1, max: 500, optional: true },
  },
  returns: social,
  errors: ["creator.social.not_found", "creator.social.taken"],
});
