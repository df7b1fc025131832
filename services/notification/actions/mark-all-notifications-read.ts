import { implement } from "#libs/contract-kit/implement.ts";
import { markAllNotificationsRead } from "#libs/contracts/notification/index.ts";
import type { Deps } from "../deps.ts";

/** Notifications per transaction, because a user can have any number of them. */
const BATCH_SIZE = 500;

type MarkAllDeps = Pick<Deps, "clock" | "notifications" | "recipients" | "transaction" | "streamHints">;

/** POST /notifications/read-all. Returns the number of notifications that this request has marked. */
export const markAllNotificationsReadAction = ({ clock, notifications, recipients, transaction, streamHints }: MarkAllDeps) =>
  implement(markAllNotificationsRead, async (ctx) => {
    const { userId } = ctx.caller;
    const readAt = clock.now();
    const markBatch = () =>
      transaction(async (tx) => {
        const ids = await notifications.listUnreadIds(tx, userId, BATCH_SIZE);
        const marked = ids.length > 0 ? await notifications.markRead(tx, userId, ids, readAt) : 0;
        if (marked > 0) await recipients.subtractUnread(tx, userId, marked);
        return marked;
      });
    let updated = 0;
    for (let marked = BATCH_SIZE; marked === BATCH_SIZE; updated += marked) marked = await markBatch();
    if (updated > 0) streamHints.send(userId);
    return { updated };
  });
