import { action } from "#libs/contract-kit/contract.ts";
import { id, nullableText, optionalTimestamp, pathId } from "../shared.ts";
import { identityFile, PART_BYTES, shownFields } from "./identity-form.ts";
import { KEPT_FILE_TYPES, KYC_REASONS, KYC_STATUSES } from "./terms.ts";

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
