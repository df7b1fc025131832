import { Schema } from "mongoose";
import { NOTIFICATION_KEYS, type NotificationKey } from "#libs/contracts/notification/index.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
import type { NoticeData } from "../domain/notice.ts";

/** An item in the list of a user. Its texts are made when it is read (spec 2.7). */
export interface NotificationDoc {
  readonly _id: string;
  readonly userId: string;
  readonly eventId: string;
  readonly eventKey: NotificationKey;
  readonly data: NoticeData | null;
  readonly read: boolean;
  readonly readAt: Date | null;
  /** When the event happened, not when it was delivered. */
  readonly createdAt: Date;
  /** Its number among those of its user, in the order of insertion; the position of a stream. */
  readonly seq: number;
  /** The user whose name is in the data, if any. */
  readonly namedUserId?: string | undefined;
}

const schema = new Schema<NotificationDoc>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    eventId: { type: String, required: true },
    eventKey: { type: String, required: true, enum: NOTIFICATION_KEYS },
    data: { type: Schema.Types.Mixed, default: null },
    read: { type: Boolean, required: true },
    readAt: { type: Date, default: null },
    createdAt: { type: Date, required: true },
    seq: { type: Number, required: true },
    namedUserId: String,
  },
  { versionKey: false, strict: "throw", minimize: false },
);
schema.index({ eventId: 1, userId: 1, eventKey: 1 }, { name: "once_per_event", unique: true });
schema.index({ userId: 1, createdAt: -1, _id: -1 }, { name: "of_user" });
schema.index({ userId: 1, read: 1, createdAt: -1, _id: -1 }, { name: "of_user_by_read" });
schema.index({ userId: 1, seq: 1 }, { name: "of_user_by_position" });
schema.index({ createdAt: 1 }, { name: "by_age" });
schema.index({ namedUserId: 1 }, { name: "of_named", partialFilterExpression: { namedUserId: { $gt: "" } } });

export const notifications: CollectionDefinition<NotificationDoc> = { name: "notifications", schema };
