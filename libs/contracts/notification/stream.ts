import { action } from "#libs/contract-kit/contract.ts";
import { streamBatch, streamParams } from "#libs/contract-kit/stream.ts";

/** Its events are `notification` with an item of the list, and `unread` with `{count}`. */
export const streamNotifications = action({
  name: "notification.stream",
  summary: "New notifications and changes of the unread count, as server-sent events",
  http: { method: "GET", path: "/notifications/stream", auth: "bearer", stream: true },
  params: streamParams,
  returns: streamBatch,
  errors: [],
});
