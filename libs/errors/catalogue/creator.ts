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
  "creator.error.invalid_status": { code: "CONFLICT", message: "The creator's status does not allow this." },
  "bio.error.not_found": { code: "RESOURCE_NOT_FOUND", message: "This page does not exist." },
} as const satisfies Catalogue;
