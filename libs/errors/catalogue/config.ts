import type { Catalogue } from "../codes.ts";

export const configErrors = {
  "config.error.key_not_found": { code: "RESOURCE_NOT_FOUND", message: "There is no configuration key {key}." },
  "config.error.domain_not_found": { code: "RESOURCE_NOT_FOUND", message: "There is no configuration domain {domain}." },
  "config.error.env_only": { code: "BUSINESS_RULE_VIOLATION", message: "{key} can only be set by the environment." },
  "config.error.invalid_value": { code: "VALIDATION_FAILED", message: "The value does not fit {key}." },
  "config.error.placeholder": { code: "UNPROCESSABLE_VALUE", message: "The value of {key} must not contain “{word}”." },
  "config.error.version_conflict": { code: "CONFLICT", message: "{key} was changed by someone else." },
  "config.error.audit_entry_not_found": { code: "RESOURCE_NOT_FOUND", message: "This change is not in the audit log." },
  "config.error.not_restorable": { code: "BUSINESS_RULE_VIOLATION", message: "The earlier value of {key} is secret and was not kept." },
  "config.error.kill_switch_not_found": { code: "RESOURCE_NOT_FOUND", message: "There is no kill switch {system}." },
  "killswitch.error.reason_required": {
    code: "VALIDATION_FAILED",
    message: "A guard has switched this off. Say why it can be switched on again.",
  },
  "config.error.flag_exists": { code: "CONFLICT", message: "A feature flag {key} exists already." },
  "config.error.flag_not_found": { code: "RESOURCE_NOT_FOUND", message: "There is no feature flag {key}." },
} as const satisfies Catalogue;
