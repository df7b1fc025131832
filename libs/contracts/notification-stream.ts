import { action } from "#libs/contract-kit/contract.ts";
import { streamBatch, streamParams } from "#libs/contract-kit/stream.ts";

/** Events: `notification` with an item of the list, `unread` with `{count}`. */
export const streamNotifications = action({
  name: "notification.stream",
  summary: "New notifications and the unread count as they come, as server-sent events",
  http: { method: "GET", path: "/notifications/stream", auth: "bearer", stream: true },
  params: streamParams,
  returns: streamBatch,
  errors: [],
});
