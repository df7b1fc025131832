import type { Catalogue } from "../codes.ts";

export const notificationErrors = {
  "notification.error.not_found": { code: "RESOURCE_NOT_FOUND", message: "The notification does not exist." },
} as const satisfies Catalogue;
