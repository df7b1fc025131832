import { type Connection, type Model, Schema } from "mongoose";
import { isAdminAction, runningAction } from "#libs/contract-kit/running-action.ts";
import { adminActed } from "#libs/contracts/config-trail.ts";
import type { Outbox } from "#libs/events/outbox.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { redacted } from "./redacted.ts";

/** Who did what to whom. Never holds contents, secrets or addresses. */
export interface AuditLine {
  /** User id, or `system` for the platform's own jobs. */
  readonly actor: string;
  /** `service.action` */
  readonly action: string;
  /** Id of what was changed. */
  readonly target: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Correlation id of the request; null for jobs. */
  readonly requestId?: string | null;
}

/** The audit lines of one service, in its own database. */
export interface AuditLog {
  /** Writes a line inside the transaction that it reports on. */
  add(tx: Tx, line: AuditLine): Promise<void>;
}

export interface AuditRow extends Required<AuditLine> {
  readonly _id: string;
  readonly at: Date;
}

const schema = new Schema<AuditRow>(
  {
    _id: { type: String, required: true },
    actor: { type: String, required: true },
    action: { type: String, required: true },
    target: { type: String, required: true },
    details: { type: Schema.Types.Mixed, required: true },
    requestId: { type: String, default: null },
    at: { type: Date, required: true },
  },
  { versionKey: false, minimize: false },
);
schema.index({ at: -1 });
schema.index({ actor: 1, at: -1 });
schema.index({ target: 1, at: -1 });

export function auditLogModel(connection: Connection): Model<AuditRow> {
  return modelOf<AuditRow>(connection, "audit_log", schema);
}

/** The platform itself: what it does in the wake of an administrator is not the administrator's. */
export const SYSTEM = "system";

interface AuditDeps {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly outbox: Outbox;
}

/** A line that is written while an action of the administration runs goes to the admin trail as well. */
export function auditLog({ connection, clock, outbox }: AuditDeps): AuditLog {
  const rows = auditLogModel(connection);
  return {
    async add(tx, { actor, action, target, requestId = null, ...line }) {
      const [_id, at, details] = [uuid(), clock.now(), redacted(line.details ?? {}) as AuditRow["details"]];
      await rows.insertOne({ _id, actor, action, target, details, requestId, at }, { session: tx });
      const running = runningAction();
      if (!running || !isAdminAction(running) || actor === SYSTEM) return;
      await outbox.add(tx, adminActed, { lineId: _id, actor, action, target, details, at: at.toISOString() }, { requestId });
    },
  };
}
