import { Schema } from "mongoose";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";

export type MessageRole = "sender" | "receiver";

/** What of a user a list shows. */
export interface MessageListKey {
  readonly userId: string;
  /** Null: messages that the user has sent, and those that the user may see as their receiver. `participant`: not messages, but sessions. */
  readonly role: MessageRole | "participant" | null;
  /** Null: of all sessions. */
  readonly sessionId: string | null;
}

/** How many rows of a list have a time before an instant. A reader of the list counts them; neither messages nor sessions are deleted. */
export interface MessageListDoc extends MessageListKey {
  /** See {@link listIdOf}. */
  readonly _id: string;
  /** A full hour: rows before it are counted. Absent: none are. */
  readonly until?: Date;
  readonly count: number;
  /** Rises when a row with an earlier time enters the list; a count that began before is not stored. */
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

/** The list of the sessions in which a user can see a message. */
export const sessionsOf = (userId: string): MessageListKey => ({ userId, role: "participant", sessionId: null });
