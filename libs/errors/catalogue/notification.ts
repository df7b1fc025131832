import type { Catalogue } from "../codes.ts";

export const notificationErrors = {
  "email_subscription.error.invalid_token": { code: "BUSINESS_RULE_VIOLATION", message: "This link is not valid any more." },
  "notification.preferences.critical": {
    code: "BUSINESS_RULE_VIOLATION",
    message: "Notifications of this kind are important and cannot be switched off.",
  },
  "notification.error.not_found": { code: "RESOURCE_NOT_FOUND", message: "The notification does not exist." },
} as const satisfies Catalogue;
