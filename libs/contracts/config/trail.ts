import { action, event } from "#libs/contract-kit/contract.ts";
import { SETTING_WRITERS } from "#libs/policies/setting-access.ts";
import { anyId, id, nullableText, pageOfItems, timestamp } from "../shared.ts";
import { changeReason, configAuditEntry, configKey } from "./terms.ts";

export const listConfigAudit = action({
  name: "config.listAudit",
  summary: "Changes of settings, flags and kill switches, newest first",
  http: {
    method: "GET",
    path: "/admin/config/audit-log",
    auth: "admin",
    permission: "config:read",
    limit: "admin_config",
    csv: "settings",
  },
  params: {
    domain: { type: "string", max: 60, optional: true },
    changedBy: { ...anyId, optional: true },
    days: { type: "number", integer: true, min: 1, max: 365, optional: true },
    limit: { type: "number", integer: true, min: 1, max: 200, default: 50 },
    offset: { type: "number", integer: true, min: 0, max: 10_000, optional: true, deprecated: { since: "2026-11-21" } },
    page: { type: "number", integer: true, min: 1, optional: true },
  },
  returns: {
    type: "object",
    props: {
      items: { type: "array", items: configAuditEntry },
      total: { type: "number", integer: true },
      page: { type: "number", integer: true },
      limit: { type: "number", integer: true },
      totalPages: { type: "number", integer: true },
    },
  },
  errors: [],
});

/** Entries in the history of a key; older ones are in the audit log. */
export const MAX_HISTORY_ENTRIES = 200;

export const listConfigHistory = action({
  name: "config.listHistory",
  summary: "The last changes of one key, newest first",
  http: { method: "GET", path: "/admin/config/keys/{key}/history", auth: "admin", permission: "config:read", limit: "admin_config" },
  params: { key: configKey },
  returns: { type: "array", items: configAuditEntry, max: MAX_HISTORY_ENTRIES },
  errors: ["config.error.key_not_found"],
});

export const rollbackConfig = action({
  name: "config.rollback",
  summary: "Revert one change: restore the value from before it",
  http: { method: "POST", path: "/admin/config/rollback", status: 201, auth: "admin", permission: SETTING_WRITERS, limit: "admin_config" },
  params: {
    auditId: { ...anyId, min: 1, description: "Id of an entry of the audit log" },
    reason: changeReason,
  },
  returns: null,
  errors: [
    "auth.step_up.required",
    "killswitch.error.reason_required",
    "config.error.audit_entry_not_found",
    "config.error.not_restorable",
    "content.error.foreign_picture",
    "config.error.key_not_found",
    "config.error.kill_switch_not_found",
    "config.error.env_only",
    "config.error.invalid_value",
    "config.error.placeholder",
  ],
});

export const listAdminTrail = action({
  name: "config.listAdminTrail",
  summary: "Audited actions of administrators, newest first",
  http: { method: "GET", path: "/admin/audit", auth: "admin", permission: "audit:read", csv: "audit" },
  params: {
    actor: { ...anyId, optional: true, description: "User id of the administrator" },
    action: { type: "string", max: 100, optional: true },
    target: { type: "string", max: 200, optional: true, description: "Id of the changed object" },
    days: { type: "number", integer: true, min: 1, max: 365, optional: true },
    page: { type: "number", integer: true, min: 1, default: 1 },
    limit: { type: "number", integer: true, min: 1, max: 200, default: 50 },
  },
  returns: pageOfItems({
    type: "object",
    props: {
      id,
      actor: { type: "string" },
      action: { type: "string" },
      target: { type: "string" },
      at: timestamp,
      service: { type: "string" },
      details: { type: "json", maxBytes: 8_192, description: "Never holds secrets or contents" },
      requestId: nullableText,
    },
  }),
  errors: [],
});

export const adminActed = event({
  name: "admin.acted",
  owner: ["account", "config", "content", "creator", "messaging", "wallet", "webhook"],
  summary: "An action of an administrator was recorded in the audit log",
  payload: {
    lineId: id,
    actor: { type: "string" },
    action: { type: "string" },
    target: { type: "string" },
    details: { type: "json", maxBytes: 8_192 },
    at: timestamp,
  },
});
