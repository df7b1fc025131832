import { implement } from "#libs/contract-kit/implement.ts";
import { STREAM_BATCH_SIZE, type StreamBatch } from "#libs/contract-kit/stream.ts";
import { streamNotifications } from "#libs/contracts/notification/index.ts";
import { DEFAULT_LOCALE } from "#libs/contracts/shared.ts";
import type { NotificationDoc } from "../data/notification.model.ts";
import type { Deps } from "../deps.ts";
import { formatPosition, parsePosition, type StreamPosition } from "../domain/stream-position.ts";
import { notificationView } from "../views/notification-view.ts";
import { recipientLocale } from "../views/recipient-locale.ts";

type StreamDeps = Pick<Deps, "notifications" | "recipients" | "logger">;

/** GET /notifications/stream: the notifications after a position, and the unread count when it has changed. */
export const streamNotificationsAction = (deps: StreamDeps) =>
  implement(streamNotifications, async (ctx): Promise<StreamBatch> => {
    const { userId } = ctx.caller;
    // Read before the list. The list then contains all concurrent inserts, and their hint is still to come.
    const recipient = await deps.recipients.find(userId);
    const requested = parsePosition(ctx.params.position);
    const [from, rows] = await newNotifications(deps, userId, recipient?.seq ?? 0, requested, ctx.params.lastEventId);
    const locale = rows.length > 0 ? await recipientLocale(userId, recipient, ctx, deps) : DEFAULT_LOCALE;
    const items = rows.map((row) => ({ id: row._id, event: "notification", data: notificationView(row, locale, deps.logger) }));
    const unread = recipient?.unread ?? 0;
    const counts = unread === from.unread ? [] : [{ id: null, event: "unread", data: { count: unread } }];
    const position = formatPosition({ seq: rows.at(-1)?.seq ?? from.seq, unread });
    return { events: [...items, ...counts], position, more: rows.length === STREAM_BATCH_SIZE };
  });

/** The position at which a batch begins, and the notifications after it, oldest first. A client that missed more gets only the newest ones. */
async function newNotifications(
  { notifications }: StreamDeps,
  userId: string,
  latestSeq: number,
  position: StreamPosition | null,
  lastEventId: string | undefined,
): Promise<[StreamPosition, NotificationDoc[]]> {
  if (position && latestSeq === position.seq) return [position, []];
  if (position) return [position, await notifications.listAfter(userId, position.seq, STREAM_BATCH_SIZE)];
  const lastSeq = lastEventId === undefined ? null : await notifications.findSeq(userId, lastEventId);
  const now = { seq: latestSeq, unread: null };
  return [now, lastSeq === null ? [] : await notifications.listLastAfter(userId, lastSeq, STREAM_BATCH_SIZE)];
}
