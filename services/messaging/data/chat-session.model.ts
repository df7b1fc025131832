import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";

/** What one of the two sees of a session. */
export interface SeatDoc {
  readonly userId: string;
  readonly unread: number;
  readonly lastMessageId?: string | undefined;
  readonly lastAt?: Date | undefined;
}

export interface ChatSessionDoc {
  readonly _id: string;
  /** Both user ids, sorted: one session per pair, in either direction (spec 2.6). */
  readonly pairKey: string;
  readonly first: SeatDoc;
  readonly second: SeatDoc;
  /** Who has seen a message of the session. */
  readonly visibleTo: readonly string[];
  readonly lastMessageAt: Date;
  readonly createdAt: Date;
}

const seat = new Schema<SeatDoc>(
  { userId: { type: String, required: true }, unread: { type: Number, required: true }, lastMessageId: String, lastAt: Date },
  { _id: false },
);

const schema = new Schema<ChatSessionDoc>(
  {
    _id: { type: String, required: true },
    pairKey: { type: String, required: true },
    first: { type: seat, required: true },
    second: { type: seat, required: true },
    visibleTo: { type: [String], required: true },
    lastMessageAt: { type: Date, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ pairKey: 1 }, { name: "one_per_pair", unique: true });
schema.index({ visibleTo: 1, lastMessageAt: -1, _id: -1 }, { name: "of_user" });

export function chatSessionModel(connection: Connection): Model<ChatSessionDoc> {
  return modelOf(connection, "chat_sessions", schema);
}
