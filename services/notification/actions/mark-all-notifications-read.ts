import { implement } from "#libs/contract-kit/implement.ts";
import { markAllNotificationsRead } from "#libs/contracts/notification.ts";
import type { Deps } from "../deps.ts";

/** Notifications marked in one transaction; a user may have any number of them. */
const BATCH = 500;

/** POST /notifications/read-all. Answers how many became read by this call. */
export const markAllNotificationsReadAction = ({
  clock,
  notifications,
  recipients,
  transaction,
  news,
}: Pick<Deps, "clock" | "notifications" | "recipients" | "transaction" | "news">) =>
  implement(markAllNotificationsRead, async (ctx) => {
    const { userId } = ctx.caller;
    const readAt = clock.now();
    const markBatch = () =>
      transaction(async (tx) => {
        const ids = await notifications.unreadIds(tx, userId, BATCH);
        const marked = ids.length > 0 ? await notifications.markRead(tx, userId, ids, readAt) : 0;
        if (marked > 0) await recipients.countRead(tx, userId, marked);
        return marked;
      });
    let updated = 0;
    for (let marked = BATCH; marked === BATCH; updated += marked) marked = await markBatch();
    if (updated > 0) news.tell(userId);
    return { updated };
  });
