import { Schema } from "mongoose";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";

/** Which messages of a user a list shows. */
export interface MessageListKey {
  readonly userId: string;
  /** Null: those that the user has sent and those that the user may see as their receiver. */
  readonly role: "sender" | "receiver" | null;
  /** Null: of all sessions. */
  readonly sessionId: string | null;
}

/** How many messages of a list were sent before an instant. A reader of the list counts them; messages are never deleted. */
export interface MessageListDoc extends MessageListKey {
  /** See {@link listIdOf}. */
  readonly _id: string;
  /** A full hour: messages that were sent before it are counted. Absent: none are. */
  readonly until?: Date;
  readonly count: number;
  /** Rises when a message that was sent earlier enters the list; a count that began before is not stored. */
  readonly epoch: number;
}

const schema = new Schema<MessageListDoc>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    role: { type: String, default: null },
    sessionId: { type: String, default: null },
    until: Date,
    count: { type: Number, required: true },
    epoch: { type: Number, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ userId: 1 }, { name: "of_user" });

export const messageLists: CollectionDefinition<MessageListDoc> = { name: "message_lists", schema };

export const listIdOf = ({ userId, role, sessionId }: MessageListKey): string => `${userId}:${role ?? ""}:${sessionId ?? ""}`;
