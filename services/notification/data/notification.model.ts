import { NOTIFICATION_KEYS } from "#libs/contracts/notification/index.ts";
import { boolean, date, json, nullable, number, oneOf, optional, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { NoticeData } from "../domain/notice.ts";

/** An item in the list of a user. Its texts are rendered when it is read (spec 2.7). */
export interface NotificationDoc extends DocumentIn<typeof notifications> {}

export const notifications = defineCollection({
  name: "notifications",
  fields: {
    _id: text,
    userId: text,
    eventId: text,
    eventKey: oneOf(NOTIFICATION_KEYS),
    data: nullable(json<NoticeData>()),
    read: boolean,
    readAt: nullable(date),
    /** When the event happened, not when it was delivered. */
    createdAt: date,
    /** Sequence number among the notifications of its user, in the order of insertion; the position of a stream. */
    seq: number,
    /** The user whose name is in the data, if any. */
    namedUserId: optional(text),
  },
  indexes: [
    { name: "once_per_event", key: { eventId: 1, userId: 1, eventKey: 1 }, unique: true },
    { name: "of_user", key: { userId: 1, createdAt: -1, _id: -1 } },
    { name: "of_user_by_read", key: { userId: 1, read: 1, createdAt: -1, _id: -1 } },
    { name: "of_user_by_position", key: { userId: 1, seq: 1 } },
    { name: "by_age", key: { createdAt: 1 } },
    { name: "of_named", key: { namedUserId: 1 }, partialFilterExpression: { namedUserId: { $gt: "" } } },
  ],
});
