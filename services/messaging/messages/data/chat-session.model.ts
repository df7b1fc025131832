import { Schema } from "mongoose";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
import type { ChatSession, Participant } from "../domain/chat-session.ts";

const participant = new Schema<Participant>(
  { userId: { type: String, required: true }, unread: { type: Number, required: true }, lastMessageId: String, lastAt: Date },
  { _id: false },
);

const schema = new Schema<ChatSession>(
  {
    _id: { type: String, required: true },
    pairKey: { type: String, required: true },
    first: { type: participant, required: true },
    second: { type: participant, required: true },
    visibleTo: { type: [String], required: true },
    lastMessageAt: { type: Date, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ pairKey: 1 }, { name: "one_per_pair", unique: true });
schema.index({ visibleTo: 1, lastMessageAt: -1, _id: -1 }, { name: "of_user" });
schema.index({ visibleTo: 1, createdAt: 1 }, { name: "of_user_by_age" });

export const chatSessions: CollectionDefinition<ChatSession> = { name: "chat_sessions", schema };
