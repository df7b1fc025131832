import { action } from "#libs/contract-kit/contract.ts";
import { clampedPage, id, optionalTimestamp, pageOfItems, pathId, timestamp } from "../shared.ts";

export * from "./email-subscriptions.ts";
export * from "./preferences.ts";
export * from "./stream.ts";
export * from "./terms.ts";

export const listNotifications = action({
  name: "notification.list",
  summary: "The caller's notifications, newest first",
  http: { method: "GET", path: "/notifications", auth: "bearer", limit: "notifications_list" },
  params: { read: { type: "string", optional: true, description: "true or false; anything else means no filter" }, ...clampedPage },
  returns: pageOfItems({
    type: "object",
    props: {
      id,
      eventKey: { type: "string" },
      title: { type: "string" },
      body: { type: "string", max: 1_000 },
      data: { type: "json", nullable: true, maxBytes: 8_192 },
      read: { type: "boolean" },
      readAt: optionalTimestamp,
      createdAt: timestamp,
    },
  }),
  errors: [],
});

export const markNotificationRead = action({
  name: "notification.markRead",
  summary: "Mark one notification as read",
  http: { method: "PATCH", path: "/notifications/{notificationId}/read", auth: "bearer" },
  params: { notificationId: pathId },
  returns: null,
  errors: ["notification.error.not_found"],
});

export const markAllNotificationsRead = action({
  name: "notification.markAllRead",
  summary: "Mark every notification as read",
  http: { method: "POST", path: "/notifications/read-all", auth: "bearer" },
  params: {},
  returns: { type: "object", props: { updated: { type: "number", integer: true } } },
  errors: [],
});

export const countUnreadNotifications = action({
  name: "notification.countUnread",
  summary: "The number of unread notifications",
  http: { method: "GET", path: "/notifications/unread-count", auth: "bearer" },
  params: {},
  returns: { type: "object", props: { count: { type: "number", integer: true } } },
  errors: [],
});
