import { action } from "#libs/contract-kit/contract.ts";
import { changeReason, configAuditEntry, configKey } from "./config-terms.ts";

export const listConfigAudit = action({
  name: "config.listAudit",
  summary: "Who changed which setting, newest first",
  http: { method: "GET", path: "/admin/config/audit-log", auth: "admin", permission: "config:read", limit: "admin_config" },
  params: {
    domain: { type: "string", max: 60, optional: true },
    changedBy: { type: "string", max: 64, optional: true },
    days: { type: "number", integer: true, min: 1, max: 365, optional: true },
    limit: { type: "number", integer: true, min: 1, max: 200, default: 50 },
    offset: { type: "number", integer: true, min: 0, max: 10_000, optional: true, deprecated: true },
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

export const listConfigHistory = action({
  name: "config.listHistory",
  summary: "The last changes of one key, newest first",
  http: { method: "GET", path: "/admin/config/keys/{key}/history", auth: "admin", permission: "config:read", limit: "admin_config" },
  params: { key: configKey },
  returns: { type: "array", items: configAuditEntry },
  errors: ["config.error.key_not_found"],
});

export const rollbackConfig = action({
  name: "config.rollback",
  summary: "Take one change back: what it changed gets the value it had before",
  http: { method: "POST", path: "/admin/config/rollback", status: 201, auth: "admin", permission: "config:write", limit: "admin_config" },
  params: {
    auditId: { type: "string", min: 1, max: 64, description: "Id of an entry of the audit log" },
    reason: changeReason,
  },
  returns: null,
  errors: [
    "config.error.audit_entry_not_found",
    "config.error.not_restorable",
    "config.error.key_not_found",
    "config.error.kill_switch_not_found",
    "config.error.env_only",
    "config.error.invalid_value",
    "config.error.placeholder",
  ],
});
