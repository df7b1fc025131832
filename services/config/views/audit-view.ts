import { MAX_SHOWN_BYTES } from "#libs/contracts/config/terms.ts";
import { cutToBytes } from "#libs/kernel/cut-to-bytes.ts";
import type { AdminTrailDoc } from "../data/admin-trail.store.ts";
import type { ConfigAuditDoc } from "../data/config-audit.store.ts";

/** An entry of the config audit. */
export function auditEntryView({ _id, key, domain, action, oldValue, newValue, scope, reason, changedBy, changedAt }: ConfigAuditDoc) {
  return {
    id: _id,
    key,
    domain,
    action,
    oldValue: shortened(oldValue),
    newValue: shortened(newValue),
    scope,
    reason,
    changedBy,
    changedAt: changedAt.toISOString(),
  };
}

/** An entry of the admin trail. */
export function adminTrailView({ _id: id, actor, action, target, at, service, details, requestId }: AdminTrailDoc) {
  return { id, actor, action, target, at: at.toISOString(), service, details, requestId };
}

/** Legal texts are long: lists show only the start, the stored entry has the full text. */
function shortened(value: unknown): unknown {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return Buffer.byteLength(text) > MAX_SHOWN_BYTES ? `${cutToBytes(text, MAX_SHOWN_BYTES)}…` : value;
}
