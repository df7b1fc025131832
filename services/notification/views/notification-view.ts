import type { Locale } from "#libs/contracts/shared.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import type { NotificationRow } from "../data/notification.store.ts";
import { notificationText } from "./notification-text.ts";

/** A notification as its user sees it (spec 2.7). */
export function notificationView({ _id, eventKey, data, read, readAt, createdAt }: NotificationRow, locale: Locale, logger: Logger) {
  const { title, body } = notificationText({ eventKey, data }, locale, logger);
  return {
    id: _id,
    eventKey,
    title,
    body,
    data,
    read,
    readAt: readAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
