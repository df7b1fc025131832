import { type DocumentOf, date, nullable, number, of, optional, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";

export type MessageRole = "sender" | "receiver";

const messageListKeyFields = {
  userId: text,
  /** Null: messages that the user has sent, or may see as their receiver. `participant`: sessions instead of messages. */
  role: nullable(of<MessageRole | "participant">()),
  /** Null: of all sessions. */
  sessionId: nullable(text),
};

/** Identifies a list of a user: role and session filter it. */
export interface MessageListKey extends DocumentOf<typeof messageListKeyFields> {}

/** The number of rows of a list before an instant. A reader of the list counts them once; neither messages nor sessions are deleted. */
export interface MessageListDoc extends DocumentIn<typeof messageLists> {}

export const messageLists = defineCollection({
  name: "message_lists",
  fields: {
    /** See {@link listIdOf}. */
    _id: text,
    ...messageListKeyFields,
    /** A full hour: rows before it are counted. Absent: no row is counted. */
    until: optional(date),
    count: number,
    /** Incremented when a late row enters the list. A count that began before is then not stored. */
    epoch: number,
  },
  indexes: [{ name: "of_user", key: { userId: 1 } }],
});

export const listIdOf = ({ userId, role, sessionId }: MessageListKey): string => `${userId}:${role ?? ""}:${sessionId ?? ""}`;

/** The list of the sessions in which a user can see a message. */
export const sessionsOf = (userId: string): MessageListKey => ({ userId, role: "participant", sessionId: null });
