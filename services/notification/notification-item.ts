import type { Locale } from "#libs/contracts/shared.ts";
import { translate } from "#libs/i18n/translate.ts";
import type { NotificationDoc } from "./data/notification.model.ts";
import { wordingOf } from "./domain/wording.ts";

/** A notification as its recipient sees it, in a locale (spec 2.7). */
export function itemOf({ _id, eventKey, data, read, readAt, createdAt }: NotificationDoc, locale: Locale) {
  const { title, body, vars } = wordingOf(eventKey, data, locale);
  return {
    id: _id,
    eventKey,
    title: translate(locale, title, vars),
    body: translate(locale, body, vars),
    data,
    read,
    readAt: readAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
