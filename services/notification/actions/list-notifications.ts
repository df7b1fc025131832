import { implement } from "#libs/contract-kit/implement.ts";
import { listNotifications } from "#libs/contracts/notification.ts";
import type { Locale } from "#libs/contracts/shared.ts";
import { translate } from "#libs/i18n/translate.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { NotificationDoc } from "../data/notification.model.ts";
import type { RecipientDoc } from "../data/recipient.model.ts";
import type { Deps } from "../deps.ts";
import { wordingOf } from "../domain/wording.ts";
import { localeOf } from "../recipient-locale.ts";

/** GET /notifications (spec 4.8). */
export const listNotificationsAction = (deps: Pick<Deps, "notifications" | "recipients" | "logger">) =>
  implement(listNotifications, async (ctx) => {
    const { userId } = ctx.caller;
    const read = readFilter(ctx.params.read);
    const [rows, recipient] = await Promise.all([deps.notifications.page(userId, read, ctx.params), deps.recipients.find(userId)]);
    const locale = rows.length > 0 ? await localeOf(userId, recipient, ctx, deps) : "en";
    return pageOf(
      rows.map((row) => itemOf(row, locale)),
      totalOf(recipient, read),
      ctx.params,
    );
  });

/** Exactly `true` and `false` filter; everything else does not. */
function readFilter(text: string | undefined): boolean | null {
  return text === "true" ? true : text === "false" ? false : null;
}

/** Kept with every change, so that no list has to count. */
function totalOf(recipient: RecipientDoc | null, read: boolean | null): number {
  if (!recipient) return 0;
  const { total, unread } = recipient;
  return read === null ? total : read ? total - unread : unread;
}

function itemOf({ _id, eventKey, data, read, readAt, createdAt }: NotificationDoc, locale: Locale) {
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
