import { Schema } from "mongoose";
import type { MessageStatus } from "#libs/contracts/messaging/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
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

export interface StatusLogStore {
  /** Appends changes of one message, in their order. */
  append(set: WorkingSet, messageId: string, ...entries: readonly StatusLogEntry[]): void;
  /** All changes of a message, in their order. */
  list(messageId: string): Promise<StatusLogDoc[]>;
}

/** More changes than a message can have. */
const MAX_ENTRIES = 50;

export function statusLogStore(database: Collections): StatusLogStore {
  const log = database.collection(statusLogs);
  return {
    append(set, messageId, ...entries) {
      for (const [step, entry] of entries.entries()) set.insert(statusLogs, { ...entry, _id: uuid(), messageId, step });
    },
    list: (messageId) => log.find({ messageId }, { sort: { at: 1, step: 1 }, limit: MAX_ENTRIES }),
  };
}
