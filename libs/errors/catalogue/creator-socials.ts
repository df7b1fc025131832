import type { Catalogue } from "../codes.ts";

export const creatorSocialErrors = {
  "creator.social.not_found": { code: "RESOURCE_NOT_FOUND", message: "The account does not exist." },
  "creator.social.already_added": { code: "CONFLICT", message: "You have added this account already." },
  "creator.social.limit_reached": { code: "BUSINESS_RULE_VIOLATION", message: "You can add at most {maximum} accounts." },
  "creator.social.taken": { code: "CONFLICT", message: "This account is verified by another creator." },
  "creator.social.not_proven": { code: "BUSINESS_RULE_VIOLATION", message: "We could not confirm that this account is yours." },
  "creator.follow.self": { code: "BUSINESS_RULE_VIOLATION", message: "You cannot follow yourself." },
} as const satisfies Catalogue;
