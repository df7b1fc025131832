import type { Catalogue } from "../codes.ts";

export const creatorErrors = {
  "creator.upgrade.username_required": { code: "BUSINESS_RULE_VIOLATION", message: "Choose a username first." },
  "creator.upgrade.user_not_found": { code: "RESOURCE_NOT_FOUND", message: "The user does not exist." },
  "creator.upgrade.already_creator": { code: "CONFLICT", message: "You are a creator already." },
  "creator.upgrade.username_unavailable": { code: "CONFLICT", message: "This username is not available." },
  "creator.vacation.invalid_date_range": { code: "BUSINESS_RULE_VIOLATION", message: "The end date must be after the start date." },
  "creator.error.not_owner": { code: "AUTH_FORBIDDEN", message: "This creator profile is not yours." },
  "creator.error.not_found": { code: "RESOURCE_NOT_FOUND", message: "The creator does not exist." },
  "creator.error.profile_not_found": { code: "RESOURCE_NOT_FOUND", message: "You have no creator profile." },
  "creator.dm.price_required": { code: "BUSINESS_RULE_VIOLATION", message: "Paid messages need a price." },
  "creator.dm.price_out_of_range": { code: "BUSINESS_RULE_VIOLATION", message: "The price must be between {minimum} and {maximum}." },
  "creator.error.invalid_status": { code: "CONFLICT", message: "The creator’s status does not allow this." },
  "creator.error.invalid_timeout_range": {
    code: "BUSINESS_RULE_VIOLATION",
    message: "The shortest reply window must not be longer than the longest one.",
  },
  "creator.link.not_found": { code: "RESOURCE_NOT_FOUND", message: "This link does not exist." },
  "creator.link.title_required": { code: "BUSINESS_RULE_VIOLATION", message: "This kind of link needs a title." },
  "creator.link.invalid_url": { code: "BUSINESS_RULE_VIOLATION", message: "This address does not fit the kind of link." },
  "creator.link.country_code_missing": {
    code: "BUSINESS_RULE_VIOLATION",
    message: "The number needs its country code, for example +49 170 1234567.",
  },
  "creator.link.invalid_date_range": { code: "BUSINESS_RULE_VIOLATION", message: "A link must end after it starts." },
  "creator.link.limit_reached": { code: "BUSINESS_RULE_VIOLATION", message: "A page holds at most {maximum} links." },
  "creator.link.invalid_order": { code: "BUSINESS_RULE_VIOLATION", message: "The order must name every link exactly once." },
  "creator.kyc.incomplete": { code: "VALIDATION_FAILED", message: "Something is still missing. Complete it, then submit the check." },
  "creator.kyc.under_age": { code: "VALIDATION_FAILED", message: "You must be at least {age} years old." },
  "creator.kyc.file_not_found": { code: "RESOURCE_NOT_FOUND", message: "This file does not exist." },
  "creator.kyc.invalid_status": { code: "CONFLICT", message: "The identity check does not allow this now." },
  "bio.error.not_found": { code: "RESOURCE_NOT_FOUND", message: "This page does not exist." },
} as const satisfies Catalogue;
