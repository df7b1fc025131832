import { action, event } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { nullableText, optionalTimestamp, timestamp } from "./shared.ts";

export const VALUE_SOURCES = ["DEFAULT", "ENV", "ADMIN", "SCOPED"] as const;
export const SCOPE_KINDS = ["platform", "region", "tier"] as const;
export type ScopeKind = (typeof SCOPE_KINDS)[number];

const key = { type: "string", min: 1, max: 120 } as const;
const scopeQuery = {
  platform: { type: "string", max: 40, optional: true },
  region: { type: "string", max: 40, optional: true },
  tier: { type: "string", max: 40, optional: true },
} as const;

const entry = {
  type: "object",
  props: {
    key: { type: "string" },
    domain: { type: "string" },
    category: { type: "string" },
    type: { type: "string" },
    description: { type: "string" },
    value: { type: "json" },
    default: { type: "json" },
    source: { type: "enum", values: VALUE_SOURCES },
    envOnly: { type: "boolean" },
    sensitive: { type: "boolean" },
    version: { type: "number", integer: true },
    updatedAt: optionalTimestamp,
    updatedBy: nullableText,
  },
} as const satisfies ObjectRule;

export const getConfigKey = action({
  name: "config.getKey",
  summary: "One configuration entry",
  http: { method: "GET", path: "/admin/config/keys/{key}", auth: "admin", permission: "config:read", limit: "admin_config" },
  params: { key },
  returns: entry,
  errors: ["config.error.key_not_found"],
});

export const setConfigKey = action({
  name: "config.setKey",
  summary: "Override a configuration value",
  http: { method: "PATCH", path: "/admin/config/keys/{key}", auth: "admin", permission: "config:write", limit: "admin_config" },
  params: {
    key,
    value: { type: "json", description: "Fits the key's type and bounds" },
    reason: { type: "string", max: 500, optional: true },
    expectedVersion: { type: "number", integer: true, min: 0, optional: true, description: "409 when the entry has another version" },
  },
  returns: null,
  errors: [
    "config.error.key_not_found",
    "config.error.env_only",
    "config.error.invalid_value",
    "config.error.placeholder",
    "config.error.version_conflict",
  ],
});

export const getEffectiveConfig = action({
  name: "config.getEffective",
  summary: "Default, active value and where it comes from",
  http: { method: "GET", path: "/admin/config/keys/{key}/effective", auth: "admin", permission: "config:read", limit: "admin_config" },
  params: { key, ...scopeQuery },
  returns: {
    type: "object",
    props: {
      key: { type: "string" },
      default: { type: "json" },
      active: { type: "json" },
      source: { type: "enum", values: VALUE_SOURCES },
      scope: { type: "json", nullable: true },
    },
  },
  errors: ["config.error.key_not_found"],
});

const killSwitch = {
  type: "object",
  props: {
    system: { type: "string" },
    active: { type: "boolean", description: "True: the system is switched off (503)" },
    reason: nullableText,
    updatedAt: optionalTimestamp,
    updatedBy: nullableText,
  },
} as const satisfies ObjectRule;

export const listKillSwitches = action({
  name: "config.listKillSwitches",
  summary: "Every kill switch and its state",
  http: { method: "GET", path: "/admin/config/kill-switches", auth: "admin", permission: "config:read", limit: "admin_config" },
  params: {},
  returns: { type: "array", items: killSwitch },
  errors: [],
});

export const setKillSwitch = action({
  name: "config.setKillSwitch",
  summary: "Switch a system off or on again",
  http: { method: "PATCH", path: "/admin/config/kill-switches/{system}", auth: "admin", permission: "config:write", limit: "admin_config" },
  params: {
    system: { type: "string", min: 1, max: 60 },
    active: { type: "boolean", description: "True switches the system off" },
    reason: { type: "string", max: 500, optional: true },
  },
  returns: null,
  errors: ["config.error.kill_switch_not_found"],
});

const flag = {
  type: "object",
  props: {
    key: { type: "string" },
    enabled: { type: "boolean" },
    description: nullableText,
    createdAt: timestamp,
    updatedAt: timestamp,
    updatedBy: nullableText,
  },
} as const satisfies ObjectRule;

export const listFlags = action({
  name: "config.listFlags",
  summary: "Every feature flag",
  http: { method: "GET", path: "/admin/config/flags", auth: "admin", permission: "config:read", limit: "admin_config" },
  params: {},
  returns: { type: "array", items: flag },
  errors: [],
});

export const createFlag = action({
  name: "config.createFlag",
  summary: "Create a feature flag",
  http: { method: "POST", path: "/admin/config/flags", status: 201, auth: "admin", permission: "config:write", limit: "admin_config" },
  params: {
    key: { type: "string", min: 1, max: 100, pattern: /^[a-z][a-z0-9_.-]*$/ },
    enabled: { type: "boolean", default: false },
    description: { type: "string", max: 500, optional: true },
  },
  returns: flag,
  errors: ["config.error.flag_exists"],
});

export const toggleFlag = action({
  name: "config.toggleFlag",
  summary: "Switch a feature flag",
  http: { method: "PATCH", path: "/admin/config/flags/{key}", auth: "admin", permission: "config:write", limit: "admin_config" },
  params: { key: { type: "string", min: 1, max: 100 }, enabled: { type: "boolean" } },
  returns: null,
  errors: ["config.error.flag_not_found"],
});

const auditEntry = {
  type: "object",
  props: {
    id: { type: "uuid" },
    key: { type: "string" },
    domain: { type: "string" },
    action: { type: "enum", values: ["SET", "SET_SCOPED", "RESET", "ROLLBACK", "CREATE", "TOGGLE"] },
    oldValue: { type: "json" },
    newValue: { type: "json" },
    scope: { type: "json", nullable: true },
    reason: nullableText,
    changedBy: { type: "string" },
    changedAt: timestamp,
  },
} as const satisfies ObjectRule;

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
      items: { type: "array", items: auditEntry },
      total: { type: "number", integer: true },
      page: { type: "number", integer: true },
      limit: { type: "number", integer: true },
      totalPages: { type: "number", integer: true },
    },
  },
  errors: [],
});

/** What every process needs to read settings by itself; polled, and asked for after a hint. */
export const getConfigSnapshot = action({
  name: "config.getSnapshot",
  summary: "Every stored override, flag and kill switch; only its revision when that is known already",
  params: { knownRevision: { type: "string", max: 64, optional: true } },
  returns: {
    type: "object",
    props: {
      revision: { type: "string" },
      unchanged: { type: "boolean" },
      values: {
        type: "array",
        items: {
          type: "object",
          props: {
            key: { type: "string" },
            scope: { type: "object", nullable: true, props: { kind: { type: "enum", values: SCOPE_KINDS }, value: { type: "string" } } },
            value: { type: "json" },
            updatedAt: timestamp,
          },
        },
      },
      flags: { type: "array", items: { type: "object", props: { key: { type: "string" }, enabled: { type: "boolean" } } } },
      killSwitches: { type: "array", items: { type: "object", props: { system: { type: "string" }, active: { type: "boolean" } } } },
    },
  },
  errors: [],
});

/** For whoever must know what a change was, not only what holds now. */
export const getConfigChange = action({
  name: "config.getChange",
  summary: "The value that a change has set, as it was recorded: masked when the key is sensitive",
  params: { changeId: { type: "uuid" } },
  returns: {
    type: "object",
    props: { found: { type: "boolean" }, key: { type: "string" }, value: { type: "json" } },
  },
  errors: [],
});

export const configChanged = event({
  name: "config.changed",
  summary: "A setting, flag or kill switch was changed",
  payload: {
    changeId: { type: "uuid", description: "Id of its audit entry" },
    key: { type: "string" },
    domain: { type: "string" },
    scope: { type: "json", nullable: true, description: "Kind and value of the scope, null for a global change" },
    changedBy: { type: "string" },
    changedAt: timestamp,
  },
});
