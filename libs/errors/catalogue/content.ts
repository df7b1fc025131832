import type { Catalogue } from "../codes.ts";

/** Errors of legal texts, help, support and localization. */
export const contentErrors = {
  "content.error.foreign_picture": {
    code: "VALIDATION_FAILED",
    message: "Line {line}: readers would not see the picture {address}. Use a picture of this site, with a path such as /picture.png.",
  },
  "help.error.article_not_found": { code: "RESOURCE_NOT_FOUND", message: "The help article does not exist." },
  "help.error.category_not_found": { code: "RESOURCE_NOT_FOUND", message: "The help category does not exist." },
  "help.error.category_in_use": { code: "CONFLICT", message: "The help category still has articles." },
  "help.error.slug_taken": { code: "CONFLICT", message: "This address is taken." },
  "help.error.too_many_categories": { code: "CONFLICT", message: "There are as many help categories as there may be." },
  "i18n.error.locale_not_found": { code: "RESOURCE_NOT_FOUND", message: "There is no such locale." },
  "legal.error.not_published": { code: "RESOURCE_NOT_FOUND", message: "The text is not published yet." },
  "legal.error.version_not_found": { code: "RESOURCE_NOT_FOUND", message: "No text was published on that day." },
  "legal.error.version_outdated": { code: "CONFLICT", message: "A newer version of the text was published. Please read it first." },
  "support.error.ticket_closed": { code: "CONFLICT", message: "The ticket is closed." },
  "support.error.ticket_full": {
    code: "CONFLICT",
    message: "The ticket has too many messages. Please open a new one.",
    forStaff: "The ticket has too many messages. Close it; the person who asks can open a new one.",
  },
  "support.error.ticket_not_found": { code: "RESOURCE_NOT_FOUND", message: "The ticket does not exist." },
} as const satisfies Catalogue;
