import { Schema } from "mongoose";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";

/** The state of a session for one of its two participants. */
export interface ParticipantDoc {
  readonly userId: string;
  readonly unread: number;
  /** The last message that the participant may see, and when it was sent or answered. */
  readonly lastMessageId?: string | undefined;
  readonly lastAt?: Date | undefined;
}

export interface ChatSessionDoc {
  readonly _id: string;
  /** Both user ids, sorted: one session per pair, in either direction (spec 2.6). */
  readonly pairKey: string;
  /** The participant whose id sorts first. */
  readonly first: ParticipantDoc;
  readonly second: ParticipantDoc;
  /** Ids of the participants who can see a message of the session. */
  readonly visibleTo: readonly string[];
  readonly lastMessageAt: Date;
  readonly createdAt: Date;
}

const participant = new Schema<ParticipantDoc>(
  { userId: { type: String, required: true }, unread: { type: Number, required: true }, lastMessageId: String, lastAt: Date },
  { _id: false },
);

const schema = new Schema<ChatSessionDoc>(
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

export const chatSessions: CollectionDefinition<ChatSessionDoc> = { name: "chat_sessions", schema };
