import { action, event } from "#libs/contract-kit/contract.ts";
import { id, nullableText, optionalTimestamp, ownCreatorId, pathId, readableText, timestamp } from "../shared.ts";
import { identityForm } from "./identity-form.ts";
import { KYC_REASONS, KYC_STATUSES } from "./terms.ts";

const kycStatus = { type: "enum", values: KYC_STATUSES } as const;
const reasons = { type: "array", items: { type: "enum", values: KYC_REASONS }, max: KYC_REASONS.length } as const;

const identityCheck = {
  type: "object",
  props: {
    kycStatus,
    session: {
      type: "object",
      nullable: true,
      props: {
        id: { type: "string" },
        url: { ...nullableText, max: 2_048, description: "Page where the creator shows documents; null: there is none" },
        form: { ...identityForm, nullable: true, description: "What the creator fills in; null: nothing, or not any more" },
      },
      description: "The running check; null when none is running",
    },
    reasons: { ...reasons, description: "Why the check was rejected, or needs a resubmission" },
    reason: { ...nullableText, max: 500, description: "The same in the words of the staff" },
    changedAt: { ...optionalTimestamp, description: "Time of the last change of status" },
    validUntil: { ...optionalTimestamp, description: "Time at which the approval expires" },
  },
} as const;

export const startKyc = action({
  name: "creator.startKyc",
  class: "slow",
  summary: "Start an identity check",
  http: { method: "POST", path: "/creators/{creatorId}/kyc", status: 201, auth: "bearer", limit: "kyc_start" },
  params: { creatorId: ownCreatorId },
  returns: identityCheck,
  errors: ["creator.error.not_owner", "creator.kyc.invalid_status", "provider.error.off", "provider.error.failed"],
});

export const getKyc = action({
  name: "creator.getKyc",
  summary: "The caller's identity check",
  http: { method: "GET", path: "/creators/{creatorId}/kyc", auth: "bearer" },
  params: { creatorId: ownCreatorId },
  returns: identityCheck,
  errors: ["creator.error.not_owner"],
});

export const submitKyc = action({
  name: "creator.submitKyc",
  class: "slow",
  summary: "Submit the identity check for review. Refuses a form or files that are not complete",
  http: { method: "POST", path: "/creators/{creatorId}/kyc/submit", auth: "bearer" },
  params: { creatorId: ownCreatorId },
  returns: identityCheck,
  errors: ["creator.error.not_owner", "creator.kyc.invalid_status", "creator.kyc.incomplete", "creator.kyc.under_age"],
});

export const abandonKyc = action({
  name: "creator.abandonKyc",
  summary: "Abandon the identity check before it is reviewed",
  http: { method: "DELETE", path: "/creators/{creatorId}/kyc", auth: "bearer" },
  params: { creatorId: ownCreatorId },
  returns: null,
  errors: ["creator.error.not_owner", "creator.kyc.invalid_status"],
});

export const setKycStatus = action({
  name: "creator.setKycStatus",
  summary: "Change the status of a creator's identity check",
  http: { method: "PATCH", path: "/admin/creators/{creatorId}/kyc", auth: "admin", permission: "kyc:review" },
  params: {
    creatorId: pathId,
    kycStatus,
    reasons: {
      ...reasons,
      optional: true,
      description: "Why the check is rejected or needs a resubmission; OTHER where none is given",
    },
    reason: {
      ...readableText,
      trim: true,
      max: 500,
      optional: true,
      description: "Shown to the creator when the check is rejected or needs a resubmission",
    },
  },
  returns: null,
  errors: ["creator.error.not_found", "creator.kyc.invalid_status"],
});

export const kycUpdated = event({
  name: "creator.kyc_updated",
  owner: "creator",
  summary: "The status of a creator's identity check changed",
  public: { fields: ["creatorId", "userId", "from", "to", "at"] },
  payload: {
    creatorId: id,
    userId: { type: "string" },
    from: kycStatus,
    to: kycStatus,
    at: timestamp,
    reasons: { ...reasons, optional: true },
    reason: { type: "string", max: 500, optional: true },
  },
});
