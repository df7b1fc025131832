import { action, event } from "#libs/contract-kit/contract.ts";
import { KYC_STATUSES } from "./creator.ts";
import { id, nullableText, optionalTimestamp, ownCreatorId, pathId, timestamp } from "./shared.ts";

const kycStatus = { type: "enum", values: KYC_STATUSES } as const;

const identityCheck = {
  type: "object",
  props: {
    kycStatus,
    session: {
      type: "object",
      nullable: true,
      props: { id: { type: "string" }, url: { ...nullableText, description: "Where documents are shown; null: the staff gets in touch" } },
      description: "Of the check that is going on",
    },
    reason: { ...nullableText, description: "Why it was rejected, or what is missing" },
    changedAt: { ...optionalTimestamp, description: "Of the last change of the status" },
    validUntil: { ...optionalTimestamp, description: "When an approval ends" },
  },
} as const;

export const startKyc = action({
  name: "creator.startKyc",
  summary: "Begin the identity check",
  http: { method: "POST", path: "/creators/{creatorId}/kyc", status: 201, auth: "bearer", limit: "kyc_start" },
  params: { creatorId: ownCreatorId },
  returns: identityCheck,
  errors: ["creator.error.not_owner", "creator.kyc.invalid_status", "provider.error.off", "provider.error.failed"],
});

export const getKyc = action({
  name: "creator.getKyc",
  summary: "How the identity check stands",
  http: { method: "GET", path: "/creators/{creatorId}/kyc", auth: "bearer" },
  params: { creatorId: ownCreatorId },
  returns: identityCheck,
  errors: ["creator.error.not_owner"],
});

export const submitKyc = action({
  name: "creator.submitKyc",
  summary: "Say that everything was shown: the check is reviewed now",
  http: { method: "POST", path: "/creators/{creatorId}/kyc/submit", auth: "bearer" },
  params: { creatorId: ownCreatorId },
  returns: identityCheck,
  errors: ["creator.error.not_owner", "creator.kyc.invalid_status"],
});

export const abandonKyc = action({
  name: "creator.abandonKyc",
  summary: "Give up the identity check before it is reviewed",
  http: { method: "DELETE", path: "/creators/{creatorId}/kyc", auth: "bearer" },
  params: { creatorId: ownCreatorId },
  returns: null,
  errors: ["creator.error.not_owner", "creator.kyc.invalid_status"],
});

export const setKycStatus = action({
  name: "creator.setKycStatus",
  summary: "Decide about the identity check of a creator",
  http: { method: "PATCH", path: "/admin/creators/{creatorId}/kyc", auth: "admin", permission: "creators:write" },
  params: {
    creatorId: pathId,
    kycStatus,
    reason: {
      type: "string",
      trim: true,
      max: 500,
      optional: true,
      description: "Shown to the creator when more is needed or the answer is no",
    },
  },
  returns: null,
  errors: ["creator.error.not_found", "creator.kyc.invalid_status"],
});

export const kycUpdated = event({
  name: "creator.kyc_updated",
  summary: "The identity check of a creator moved on",
  payload: { creatorId: id, userId: { type: "string" }, from: kycStatus, to: kycStatus, at: timestamp },
});
