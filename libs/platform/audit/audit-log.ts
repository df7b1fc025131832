import { isAdminAction, runningAction } from "#libs/contract-kit/running-action.ts";
import type { AuditedAction } from "#libs/contracts/config/audited-actions.ts";
import { adminActed } from "#libs/contracts/config/trail.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { date, json, nullable, text } from "#libs/kernel/fields.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Outbox } from "#libs/platform/events/outbox.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { redact } from "./redact.ts";

/** The actor, the action and its target. Holds no contents, secrets or addresses. */
interface AuditLine extends Pick<AuditLineDoc, "actor" | "target">, Partial<Pick<AuditLineDoc, "details" | "requestId">> {
  readonly action: AuditedAction;
}

/** The audit log of one service, in its own database. Append only. */
export interface AuditLog {
  /** Adds an entry in the transaction of the change that it records. */
  add(tx: Tx, line: AuditLine): Promise<void>;
}

export interface AuditLineDoc extends DocumentIn<typeof auditLines> {}

export const auditLines = defineCollection({
  name: "audit_log",
  fields: {
    _id: text,
    /** User id, or `SYSTEM` for actions of the platform itself. */
    actor: text,
    /** `service.action` */
    action: text,
    /** Id of the changed object. */
    target: text,
    details: json<Readonly<Record<string, unknown>>>(),
    /** Correlation id of the request; null for jobs. */
    requestId: nullable(text),
    at: date,
  },
  indexes: [{ key: { at: -1 } }, { key: { actor: 1, at: -1 } }, { key: { target: 1, at: -1 } }],
  unknownFields: "drop",
});

/** Actor of the platform's own actions, also when they follow from an administrator's action. */
export const SYSTEM = "system";

interface AuditDeps {
  readonly database: Collections;
  readonly clock: Clock;
  readonly outbox: Outbox;
}

/** Entries that are added while an admin action runs are also published as `admin.acted`, for the admin trail. */
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
