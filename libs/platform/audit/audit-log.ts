import { Schema } from "mongoose";
import { isAdminAction, runningAction } from "#libs/contract-kit/running-action.ts";
import { adminActed } from "#libs/contracts/config/trail.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Outbox } from "#libs/platform/events/outbox.ts";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { redact } from "./redact.ts";

/** Who did what to which object. Holds no contents, secrets or addresses. */
interface AuditLine {
  /** User id, or `SYSTEM` for what the platform does by itself. */
  readonly actor: string;
  /** `service.action` */
  readonly action: string;
  /** Id of the changed object. */
  readonly target: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Correlation id of the request; null for jobs. */
  readonly requestId?: string | null;
}

/** The audit log of one service, in its own database. Append only. */
export interface AuditLog {
  /** Adds a line in the transaction of the change that it records. */
  add(tx: Tx, line: AuditLine): Promise<void>;
}

export interface AuditLineDoc extends Required<AuditLine> {
  readonly _id: string;
  readonly at: Date;
}

const schema = new Schema<AuditLineDoc>(
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

export const auditLines: CollectionDefinition<AuditLineDoc> = { name: "audit_log", schema };

/** Actor of what the platform does by itself, also as a consequence of what an administrator did. */
export const SYSTEM = "system";

interface AuditDeps {
  readonly database: Collections;
  readonly clock: Clock;
  readonly outbox: Outbox;
}

/** Lines that are added while an admin action runs are also published as `admin.acted`, for the admin trail. */
export function auditLog({ database, clock, outbox }: AuditDeps): AuditLog {
  const lines = database.collection(auditLines);
  return {
    async add(tx, { actor, action, target, requestId = null, ...line }) {
      const [_id, at, details] = [uuid(), clock.now(), redact(line.details ?? {}) as AuditLineDoc["details"]];
      await lines.insert({ _id, actor, action, target, details, requestId, at }, { tx });
      const running = runningAction();
      if (!running || !isAdminAction(running) || actor === SYSTEM) return;
      await outbox.add(tx, adminActed, { lineId: _id, actor, action, target, details, at: at.toISOString() });
    },
  };
}
