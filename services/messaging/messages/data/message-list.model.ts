import { type DocumentOf, date, nullable, number, of, optional, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";

export type MessageRole = "sender" | "receiver";

const messageListKeyFields = {
  userId: text,
  /** Null: messages that the user has sent, and those that the user may see as their receiver. `participant`: not messages, but sessions. */
  role: nullable(of<MessageRole | "participant">()),
  /** Null: of all sessions. */
  sessionId: nullable(text),
};

/** What of a user a list shows. */
export interface MessageListKey extends DocumentOf<typeof messageListKeyFields> {}

/** How many rows of a list have a time before an instant. A reader of the list counts them; neither messages nor sessions are deleted. */
export interface MessageListDoc extends DocumentIn<typeof messageLists> {}

export const messageLists = defineCollection({
  name: "message_lists",
  fields: {
    /** See {@link listIdOf}. */
    _id: text,
    ...messageListKeyFields,
    /** A full hour: rows before it are counted. Absent: none are. */
    until: optional(date),
    count: number,
    /** Rises when a row with an earlier time enters the list; a count that began before is not stored. */
    epoch: number,
  },
  indexes: [{ name: "of_user", key: { userId: 1 } }],
});

export const listIdOf = ({ userId, role, sessionId }: MessageListKey): string => `${userId}:${role ?? ""}:${sessionId ?? ""}`;

/** The list of the sessions in which a user can see a message. */
export const sessionsOf = (userId: string): MessageListKey => ({ userId, role: "participant", sessionId: null });
