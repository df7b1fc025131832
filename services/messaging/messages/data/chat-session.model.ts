import { type DocumentOf, date, list, number, object, optional, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";

/** The state of a session for one of its two participants. */
export interface ParticipantDoc extends DocumentOf<typeof participant> {}

export interface ChatSessionDoc extends DocumentIn<typeof chatSessions> {}

const participant = {
  userId: text,
  unread: number,
  /** The last message that the participant may see, and when it was sent or answered. */
  lastMessageId: optional(text),
  lastAt: optional(date),
};

export const chatSessions = defineCollection({
  name: "chat_sessions",
  fields: {
    _id: text,
    /** Both user ids, sorted: one session per pair, in either direction (spec 2.6). */
    pairKey: text,
    /** The participant whose id sorts first. */
    first: object(participant),
    second: object(participant),
    /** Ids of the participants who can see a message of the session. */
    visibleTo: list(text),
    lastMessageAt: date,
    createdAt: date,
  },
  indexes: [
    { name: "one_per_pair", key: { pairKey: 1 }, unique: true },
    { name: "of_user", key: { visibleTo: 1, lastMessageAt: -1, _id: -1 } },
    { name: "of_user_by_age", key: { visibleTo: 1, createdAt: 1 } },
  ],
});
