import { type Connection, Schema } from "mongoose";
import { uuid } from "#libs/kernel/ids.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { modelOf } from "./model-of.ts";

/** Who did what to an account. Never holds an address, a password or a token. */
export interface AuditLine {
  readonly _id: string;
  readonly at: Date;
  /** A user id, or `system`. */
  readonly actorId: string;
  readonly action: string;
  /** A user id. */
  readonly target: string;
  readonly details: Readonly<Record<string, string | number | null>>;
  readonly requestId: string | null;
}

const schema = new Schema<AuditLine>(
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
  const model = modelOf(connection, "AccountAudit", "audit_log", schema);
  return {
    /** Adds a line in the transaction that does what it tells. */
    async add(session: Tx, line: Omit<AuditLine, "_id">): Promise<void> {
      await model.insertOne({ ...line, _id: uuid() }, { session });
    },
  };
}
