import type { Catalogue } from "../codes.ts";

export const gdprErrors = {
  "error.user.password_required": {
    code: "BUSINESS_RULE_VIOLATION",
    message: "This account has no password. Delete it with POST /gdpr/delete.",
  },
  "error.user.password_incorrect": { code: "BUSINESS_RULE_VIOLATION", message: "The password is wrong." },
  "error.user.deletion_scheduled": { code: "CONFLICT", message: "The deletion of this account is scheduled already." },
  "gdpr.error.no_pending_request": { code: "RESOURCE_NOT_FOUND", message: "No deletion of this account is scheduled." },
  "gdpr.error.already_processing": { code: "CONFLICT", message: "The deletion has begun and cannot be taken back any more." },
  "gdpr.error.export_not_found": { code: "RESOURCE_NOT_FOUND", message: "There is no such export, or it has expired." },
  "gdpr.error.export_not_ready": { code: "CONFLICT", message: "The export is not ready yet." },
} as const satisfies Catalogue;
