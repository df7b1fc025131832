import { Schema } from "mongoose";
import type { MessageStatus } from "#libs/contracts/messaging/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Actor } from "../domain/message.ts";

/** One change of the status of a message. */
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
  /** Order of changes that were made at the same instant. */
  readonly step: number;
}

type StatusLogEntry = Omit<StatusLogDoc, "_id" | "messageId" | "step">;

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

export const statusLogs: CollectionDefinition<StatusLogDoc> = { name: "message_status_logs", schema };

interface MessageChanges {
  readonly messageId: string;
  readonly entries: readonly StatusLogEntry[];
}

export interface StatusLogStore {
  /** Appends changes of one message, in their order. */
  append(tx: Tx, messageId: string, ...entries: readonly StatusLogEntry[]): Promise<void>;
  /** Appends changes of several messages, those of each in their order. */
  appendAll(tx: Tx, changes: readonly MessageChanges[]): Promise<void>;
  /** All changes of a message, in their order. */
  list(messageId: string): Promise<StatusLogDoc[]>;
}

/** More changes than a message can have. */
const MAX_ENTRIES = 50;

export function statusLogStore(database: Collections): StatusLogStore {
  const log = database.collection(statusLogs);
  const appendAll = (tx: Tx, changes: readonly MessageChanges[]) => {
    const documents = changes.flatMap(({ messageId, entries }) =>
      entries.map((entry, step) => ({ ...entry, _id: uuid(), messageId, step })),
    );
    return log.insert(documents, { tx, trusted: true });
  };

  return {
    append: (tx, messageId, ...entries) => appendAll(tx, [{ messageId, entries }]),
    appendAll,
    list: (messageId) => log.find({ messageId }, { sort: { at: 1, step: 1 }, limit: MAX_ENTRIES }),
  };
}
