import { implement } from "#libs/contract-kit/implement.ts";
import { listNotifications } from "#libs/contracts/notification/index.ts";
import { DEFAULT_LOCALE } from "#libs/contracts/shared.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { RecipientDoc } from "../data/recipient.model.ts";
import type { Deps } from "../deps.ts";
import { FIRST_PAGE_SIZE } from "../views/first-pages.ts";
import { pageView } from "../views/page-view.ts";
import { recipientLocale } from "../views/recipient-locale.ts";

/** GET /notifications (spec 4.8). */
export const listNotificationsAction = (deps: Pick<Deps, "notifications" | "recipients" | "firstPages" | "logger">) =>
  implement(listNotifications, async (ctx) => {
    const { userId } = ctx.caller;
    const read = readFilter(ctx.params.read);
    const { firstPages, notifications } = deps;
    const isFirst = read === null && ctx.params.page === 1 && ctx.params.limit <= FIRST_PAGE_SIZE;
    const { recipient, itemsIn } = isFirst
      ? await firstPages.get(userId)
      : pageView(await notifications.list(userId, read, ctx.params), deps.logger);
    const total = totalOf(recipient, read);
    const locale = total > 0 ? await recipientLocale(userId, recipient, ctx, deps) : DEFAULT_LOCALE;
    return pageOf(itemsIn(locale).slice(0, ctx.params.limit), total, ctx.params);
  });

/** Only the texts `true` and `false` filter. */
function readFilter(text: string | undefined): boolean | null {
  return text === "true" ? true : text === "false" ? false : null;
}

/** The stored total of a list, so that no request counts documents. */
function totalOf(recipient: RecipientDoc | null, read: boolean | null): number {
  if (!recipient) return 0;
  const { total, unread } = recipient;
  return read === null ? total : read ? total - unread : unread;
}
