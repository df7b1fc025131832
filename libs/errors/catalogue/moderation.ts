import type { Catalogue } from "../codes.ts";

export const moderationErrors = {
  "moderation.error.content_unavailable": { code: "RESOURCE_NOT_FOUND", message: "The text of this message is not open to moderators." },
  "moderation.error.nothing_to_appeal": { code: "CONFLICT", message: "This decision has been reversed; there is nothing to appeal." },
  "moderation.error.appeal_window_closed": { code: "BUSINESS_RULE_VIOLATION", message: "The time to appeal has passed." },
  "moderation.error.already_appealed": { code: "CONFLICT", message: "You have appealed against this decision already." },
  "moderation.error.appeal_not_found": { code: "RESOURCE_NOT_FOUND", message: "The appeal does not exist." },
  "moderation.error.appeal_decided": { code: "CONFLICT", message: "This appeal has been decided already." },
  "moderation.error.same_moderator": { code: "AUTH_FORBIDDEN", message: "Another moderator must decide this appeal." },
  "moderation.error.report_not_found": { code: "RESOURCE_NOT_FOUND", message: "The report does not exist." },
  "moderation.error.report_resolved": { code: "CONFLICT", message: "This report has been resolved already." },
  "message.report.error.already_open": { code: "CONFLICT", message: "You have reported this message already." },
} as const satisfies Catalogue;
