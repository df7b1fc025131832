import { cutText } from "#libs/kernel/readable-text.ts";
import type { AdminTrailDoc } from "../data/admin-trail.store.ts";
import type { ConfigAuditDoc } from "../data/config-audit.store.ts";

/** Legal texts are long: lists show only the start, the stored entry has the full text. */
const MAX_SHOWN_CHARACTERS = 2_000;

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

function shortened(value: unknown): unknown {
  return typeof value === "string" && value.length > MAX_SHOWN_CHARACTERS ? `${cutText(value, MAX_SHOWN_CHARACTERS)}…` : value;
}
