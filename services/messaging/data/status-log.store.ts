import { type Connection, type Model, Schema } from "mongoose";
import type { MessageStatus } from "#libs/contracts/messaging.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { Actor } from "../domain/message.ts";

/** One move of a message. */
export interface StatusLogDoc {
  readonly _id: string;
  readonly messageId: string;
  readonly from: MessageStatus | null;
  readonly to: MessageStatus;
  readonly actor: Actor;
  /** User id of the actor; null for the system. */
  readonly actorId: string | null;
  readonly reason: string | null;
  readonly at: Date;
  /** Order of moves that were made at the same instant. */
  readonly step: number;
}

export type StatusLogEntry = Omit<StatusLogDoc, "_id" | "messageId" | "step">;

const schema = new Schema<StatusLogDoc>(
  {
    _id: { type: String, required: true },
    messageId: { type: String, required: true },
    from: { type: String, default: null },
    to: { type: String, required: true },
    actor: { type: String, required: true },
    actorId: { type: String, default: null },
    reason: { type: String, default: null },
    at: { type: Date, required: true },
    step: { type: Number, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ messageId: 1, at: 1, step: 1 }, { name: "of_message" });

schema.index({ actorId: 1 }, { name: "reasons_of_actor", partialFilterExpression: { reason: { $type: "string" } } });

/** More moves than a message can make. */
const MAX_MOVES = 50;

export type StatusLogStore = ReturnType<typeof statusLogStore>;

export function statusLogModel(connection: Connection): Model<StatusLogDoc> {
  return modelOf(connection, "message_status_logs", schema);
}

export function statusLogStore(connection: Connection) {
  const model = statusLogModel(connection);
  return {
    /** Adds moves of one message, in their order. */
    async add(session: Tx, messageId: string, ...entries: readonly StatusLogEntry[]): Promise<void> {
      await model.insertMany(
        entries.map((entry, step) => ({ ...entry, _id: uuid(), messageId, step })),
        { session },
      );
    },

    of(messageId: string): Promise<StatusLogDoc[]> {
      return model.find({ messageId }).sort({ at: 1, step: 1 }).limit(MAX_MOVES).lean<StatusLogDoc[]>().exec();
    },
  };
}
