import { implement } from "#libs/contract-kit/implement.ts";
import { countUnreadNotifications } from "#libs/contracts/notification/index.ts";
import type { Deps } from "../deps.ts";

/** GET /notifications/unread-count: the exact number, without an upper limit. */
export const countUnreadNotificationsAction = ({ recipients }: Pick<Deps, "recipients">) =>
  implement(countUnreadNotifications, async (ctx) => {
    const recipient = await recipients.find(ctx.caller.userId);
    return { count: recipient?.unread ?? 0 };
  });
