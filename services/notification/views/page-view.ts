import type { Locale } from "#libs/contracts/shared.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import type { NotificationPage } from "../data/notification.store.ts";
import type { RecipientDoc } from "../data/recipient.model.ts";
import { notificationView } from "./notification-view.ts";

/** A page of a list as its user sees it. */
export interface PageView {
  readonly recipient: RecipientDoc | null;
  itemsIn(locale: Locale): readonly ReturnType<typeof notificationView>[];
}

export function pageView({ rows, recipient }: NotificationPage, logger: Logger): PageView {
  return { recipient, itemsIn: (locale) => rows.map((row) => notificationView(row, locale, logger)) };
}
