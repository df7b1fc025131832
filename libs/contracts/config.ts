import { action } from "#libs/contract-kit/contract.ts";
import { changeReason, configEntry, configKey as key, SCOPE_KINDS, VALUE_SOURCES } from "./config-terms.ts";

export * from "./config-internal.ts";
export * from "./config-providers.ts";
export * from "./config-registry.ts";
export * from "./config-switches.ts";
export * from "./config-terms.ts";
export * from "./config-trail.ts";

const scopeQuery = {
  platform: { type: "string", max: 40, optional: true },
  region: { type: "string", max: 40, optional: true },
  tier: { type: "string", max: 40, optional: true },
} as const;

export const getConfigKey = action({
  name: "config.getKey",
  summary: "One configuration entry",
  http: { method: "GET", path: "/admin/config/keys/{key}", auth: "admin", permission: "config:read", limit: "admin_config" },
  params: { key },
  returns: configEntry,
  errors: ["config.error.key_not_found"],
});

export const setConfigKey = action({
  name: "config.setKey",
  summary: "Override a configuration value",
  http: { method: "PATCH", path: "/admin/config/keys/{key}", auth: "admin", permission: "config:write", limit: "admin_config" },
  params: {
    key,
    value: { type: "json", description: "Fits the key's type and bounds" },
    reason: changeReason,
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

export const setScopedConfig = action({
  name: "config.setScoped",
  summary: "Override a value for one platform, region or tier",
  http: {
    method: "POST",
    path: "/admin/config/keys/{key}/scoped",
    status: 201,
    auth: "admin",
    permission: "config:write",
    limit: "admin_config",
  },
  params: {
    key,
    scope: { type: "enum", values: SCOPE_KINDS },
    scopeValue: { type: "string", min: 1, max: 40, trim: true, description: "Which one, in any case: IOS, DE or GOLD, for example" },
    value: { type: "json", description: "Fits the key's type and bounds" },
    reason: changeReason,
  },
  returns: null,
  errors: ["config.error.key_not_found", "config.error.env_only", "config.error.invalid_value", "config.error.placeholder"],
});

export const resetConfigKey = action({
  name: "config.resetKey",
  summary: "Take the global override of a key away; scoped ones stay",
  http: {
    method: "POST",
    path: "/admin/config/keys/{key}/reset",
    status: 201,
    auth: "admin",
    permission: "config:write",
    limit: "admin_config",
  },
  params: { key },
  returns: null,
  errors: ["config.error.key_not_found", "config.error.env_only"],
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

export const clearConfigCache = action({
  name: "config.clearCache",
  summary: "Make every process read its settings from the store again",
  http: { method: "POST", path: "/admin/config/cache/clear", status: 201, auth: "admin", permission: "cache:clear", limit: "admin_config" },
  params: {},
  returns: null,
  errors: [],
});
