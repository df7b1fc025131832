import { implement } from "#libs/contract-kit/implement.ts";
import type { StreamBatch } from "#libs/contract-kit/stream.ts";
import { streamNotifications } from "#libs/contracts/notification.ts";
import { DEFAULT_LOCALE } from "#libs/contracts/shared.ts";
import type { NotificationDoc } from "../data/notification.model.ts";
import type { Deps } from "../deps.ts";
import { type Position, positionOf, positionText } from "../domain/position.ts";
import { itemOf } from "../notification-item.ts";
import { localeOf } from "../recipient-locale.ts";

/** Notifications in one answer; who was away longer than for so many gets the newest of them. */
const BATCH = 100;

type StreamDeps = Pick<Deps, "notifications" | "recipients" | "logger">;

/** GET /notifications/stream: what came since a position, and the unread count when it has changed. */
export const streamNotificationsAction = (deps: StreamDeps) =>
  implement(streamNotifications, async (ctx): Promise<StreamBatch> => {
    const { userId } = ctx.caller;
    // Before the list: what is stored in between is in the list then, and its hint is still to come.
    const recipient = await deps.recipients.find(userId);
    const [from, rows] = await newRows(deps, userId, recipient?.seq ?? 0, positionOf(ctx.params.position), ctx.params.lastEventId);
    const locale = rows.length > 0 ? await localeOf(userId, recipient, ctx, deps) : DEFAULT_LOCALE;
    const items = rows.map((row) => ({ id: row._id, event: "notification", data: itemOf(row, locale) }));
    const unread = recipient?.unread ?? 0;
    const counts = unread === from.unread ? [] : [{ id: null, event: "unread", data: { count: unread } }];
    const position = positionText({ seq: rows.at(-1)?.seq ?? from.seq, unread });
    return { events: [...items, ...counts], position, more: rows.length === BATCH };
  });

/** The notifications after a place, oldest first, and that place. */
async function newRows(
  { notifications }: StreamDeps,
  userId: string,
  newest: number,
  position: Position | null,
  lastEventId: string | undefined,
): Promise<[Position, NotificationDoc[]]> {
  if (position) return [position, await notifications.after(userId, position.seq, BATCH)];
  const seen = lastEventId === undefined ? null : await notifications.seqOf(userId, lastEventId);
  const begin = { seq: newest, unread: null };
  return [begin, seen === null ? [] : await notifications.newestAfter(userId, seen, BATCH)];
}
