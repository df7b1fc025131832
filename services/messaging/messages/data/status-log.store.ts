import type { MessageStatus } from "#libs/contracts/messaging/index.ts";
import { date, nullable, number, of, text } from "#libs/kernel/fields.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import type { Actor } from "../domain/message.ts";

/** One change of the status of a message. */
export interface StatusLogDoc extends DocumentIn<typeof statusLogs> {}

type StatusLogEntry = Omit<StatusLogDoc, "_id" | "messageId" | "step">;

export const statusLogs = defineCollection({
  name: "message_status_logs",
  fields: {
    _id: text,
    messageId: text,
    from: nullable(of<MessageStatus>()),
    to: of<MessageStatus>(),
    actor: of<Actor>(),
    /** User id of the actor; null for the system. */
    actorId: nullable(text),
    reason: nullable(text),
    at: date,
    /** Order of changes with the same instant. */
    step: number,
  },
  indexes: [
    { name: "of_message", key: { messageId: 1, at: 1, step: 1 } },
    { name: "reasons_of_actor", key: { actorId: 1 }, partialFilterExpression: { reason: { $type: "string" } } },
  ],
});

export interface StatusLogStore {
  /** Appends changes of one message, in their order. */
  append(set: WorkingSet, messageId: string, ...entries: readonly StatusLogEntry[]): void;
  /** All changes of a message, in their order. */
  list(messageId: string): Promise<StatusLogDoc[]>;
}

/** More than the longest possible history of a message. */
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
