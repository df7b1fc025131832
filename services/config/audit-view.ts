import type { ConfigAuditRow } from "./data/config-audit.model.ts";
import { shortened } from "./domain/audit-page.ts";

/** An audit entry as admins see it. */
export function auditView({ _id, key, domain, action, oldValue, newValue, scope, reason, changedBy, changedAt }: ConfigAuditRow) {
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
