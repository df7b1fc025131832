import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { chatSessionFields } from "../domain/chat-session.ts";

export const chatSessions = defineCollection({
  name: "chat_sessions",
  fields: chatSessionFields,
  indexes: [
    { name: "one_per_pair", key: { pairKey: 1 }, unique: true },
    { name: "of_user", key: { visibleTo: 1, lastMessageAt: -1, _id: -1 } },
    { name: "of_user_by_age", key: { visibleTo: 1, createdAt: 1 } },
  ],
});
