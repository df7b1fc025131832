import { action } from "#libs/contract-kit/contract.ts";
import { cursorOfItems, id, nullableText, optionalTimestamp, pathId, timestamp } from "../shared.ts";
import { identityFile, PART_BYTES, shownFields } from "./identity-form.ts";
import { CREATOR_LEVELS, CREATOR_STATUSES, KEPT_FILE_TYPES, KYC_REASONS, KYC_STATUSES } from "./terms.ts";

/** A check that has not begun cannot be looked for. */
const BEGUN = KYC_STATUSES.filter((status) => status !== "NOT_STARTED");

export const listIdentityChecks = action({
  name: "creator.listIdentityChecks",
  summary: "Creators by the status of their identity check, and the time since which they have it",
  http: { method: "GET", path: "/admin/creators", auth: "admin", permission: "kyc:review" },
  params: {
    kycStatus: { type: "enum", values: BEGUN, default: "IN_REVIEW" },
    sort: { type: "enum", values: ["oldest", "newest"], default: "oldest", description: "Longest in this status first, or last" },
    cursor: { type: "string", max: 200, optional: true },
    limit: { type: "number", integer: true, min: 1, max: 100, default: 20, clamp: true },
  },
  returns: cursorOfItems({
    type: "object",
    props: {
      creatorId: id,
      userId: { type: "string" },
      username: nullableText,
      displayName: nullableText,
      creatorStatus: { type: "enum", values: CREATOR_STATUSES },
      level: { type: "enum", values: CREATOR_LEVELS },
      kycStatus: { type: "enum", values: KYC_STATUSES },
      kycChangedAt: optionalTimestamp,
      createdAt: timestamp,
    },
  }),
  errors: [],
});

export const getIdentityCheck = action({
  name: "creator.getIdentityCheck",
  summary: "A creator's identity check with fields and files. The look is audited",
  http: { method: "GET", path: "/admin/creators/{creatorId}/kyc", auth: "admin", permission: "kyc:review" },
  params: { creatorId: pathId },
  returns: {
    type: "object",
    props: {
      creatorId: id,
      kycStatus: { type: "enum", values: KYC_STATUSES },
      attempt: { type: "number", integer: true, description: "Number of checks that were started" },
      reasons: { type: "array", items: { type: "enum", values: KYC_REASONS }, max: KYC_REASONS.length },
      reason: { ...nullableText, max: 500 },
      changedAt: optionalTimestamp,
      values: { type: "object", props: shownFields },
      documents: { type: "array", items: identityFile, max: 4 },
    },
  },
  errors: ["creator.error.not_found"],
});

export const getIdentityFile = action({
  name: "creator.getIdentityFile",
  class: "slow",
  summary: "The bytes of a file of an identity check. Each look is audited",
  http: {
    method: "GET",
    path: "/admin/creators/{creatorId}/kyc/documents/{documentId}",
    auth: "admin",
    permission: "kyc:review",
    bytes: true,
    headers: { "Cache-Control": "no-store", "Content-Security-Policy": "default-src 'none'; sandbox" },
  },
  params: {
    creatorId: pathId,
    documentId: pathId,
    part: { type: "number", integer: true, min: 0, max: 15, optional: true, from: "part" },
  },
  returns: {
    type: "object",
    props: {
      contentType: { type: "enum", values: KEPT_FILE_TYPES },
      base64: { type: "string", max: (PART_BYTES / 3) * 4, description: "A part of the file" },
      nextPart: { type: "number", integer: true, nullable: true },
    },
  },
  errors: ["creator.error.not_found", "creator.kyc.file_not_found", "provider.error.off", "provider.error.failed"],
});
