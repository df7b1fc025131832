import { EMAIL_MODES } from "#libs/contracts/notification/terms.ts";
import type { ConfigKeyEntry } from "../key.ts";

export const notificationKeys = {
  "notification.email_mode": {
    category: "email",
    type: "string",
    default: "INSTANT",
    values: EMAIL_MODES,
    description: "When e-mails are sent to users who have not chosen: immediately, in one e-mail a day, or critical ones only",
  },
  "notification.retention_days": {
    category: "retention",
    type: "number",
    default: 180,
    min: 1,
    max: 3650,
    integer: true,
    description: "How long notifications are kept, in days",
  },
} as const satisfies Record<string, ConfigKeyEntry>;
