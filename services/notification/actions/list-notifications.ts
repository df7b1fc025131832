import { implement } from "#libs/contract-kit/implement.ts";
import { listNotifications } from "#libs/contracts/notification.ts";
import { DEFAULT_LOCALE } from "#libs/contracts/shared.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { RecipientDoc } from "../data/recipient.model.ts";
import type { Deps } from "../deps.ts";
import { itemOf } from "../notification-item.ts";
import { localeOf } from "../recipient-locale.ts";

/** GET /notifications (spec 4.8). */
export const listNotificationsAction = (deps: Pick<Deps, "notifications" | "recipients" | "logger">) =>
  implement(listNotifications, async (ctx) => {
    const { userId } = ctx.caller;
    const read = readFilter(ctx.params.read);
    const [rows, recipient] = await Promise.all([deps.notifications.page(userId, read, ctx.params), deps.recipients.find(userId)]);
    const locale = rows.length > 0 ? await localeOf(userId, recipient, ctx, deps) : DEFAULT_LOCALE;
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
