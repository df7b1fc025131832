import { implement } from "#libs/contract-kit/implement.ts";
import { markNotificationRead } from "#libs/contracts/notification/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";

type MarkDeps = Pick<Deps, "clock" | "notifications" | "recipients" | "transaction" | "streamHints">;

/** PATCH /notifications/{notificationId}/read; repeating it changes nothing. */
export const markNotificationReadAction = ({ clock, notifications, recipients, transaction, streamHints }: MarkDeps) =>
  implement(markNotificationRead, async (ctx) => {
    const { userId } = ctx.caller;
    const { notificationId } = ctx.params;
    const isRead = await notifications.isRead(userId, notificationId);
    if (isRead === null) throw new AppError("notification.error.not_found");
    if (isRead) return;
    await transaction(async (tx) => {
      const marked = await notifications.markRead(tx, userId, [notificationId], clock.now());
      if (marked > 0) await recipients.subtractUnread(tx, userId, marked);
    });
    streamHints.send(userId);
  });
