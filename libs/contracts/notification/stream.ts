import { action } from "#libs/contract-kit/contract.ts";
import { streamBatch, streamParams } from "#libs/contract-kit/stream.ts";

/**
 * Its events are `notification` with an item of the list, `unread` with `{count}`, and `changed` with `{}`: a message, payout or ticket of the
 * user is not as it was, so a client reads again what it shows. The last may be lost.
 */
export const streamNotifications = action({
  name: "notification.stream",
  summary: "New notifications, changes of the unread count, and word that something of the user has changed, as server-sent events",
  http: { method: "GET", path: "/notifications/stream", auth: "bearer", stream: true },
  params: streamParams,
  returns: streamBatch,
  errors: [],
});
