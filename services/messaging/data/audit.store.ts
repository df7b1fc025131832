import { type Connection, Schema } from "mongoose";
import { uuid } from "#libs/kernel/ids.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { modelOf } from "./model-of.ts";

/** What somebody with power did. Never holds the text of a message. */
export interface AuditDoc {
  readonly _id: string;
  readonly at: Date;
  readonly actorId: string;
  readonly action: string;
  readonly target: string;
  readonly details: Readonly<Record<string, string | boolean | null>>;
  readonly requestId: string | null;
}

const schema = new Schema<AuditDoc>(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    actorId: { type: String, required: true },
    action: { type: String, required: true },
    target: { type: String, required: true },
    details: { type: Schema.Types.Mixed, required: true },
    requestId: { type: String, default: null },
  },
  { versionKey: false, strict: "throw", minimize: false },
);
schema.index({ at: -1, _id: -1 }, { name: "newest_first" });

export type AuditStore = ReturnType<typeof auditStore>;

export function auditStore(connection: Connection) {
  const model = modelOf(connection, "MessagingAudit", "audit_log", schema);
  return {
    /** Adds a line in the transaction that does what it tells. */
    async add(session: Tx, line: Omit<AuditDoc, "_id">): Promise<void> {
      await model.insertOne({ ...line, _id: uuid() }, { session });
    },
  };
}
