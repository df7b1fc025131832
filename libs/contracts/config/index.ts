import { action } from "#libs/contract-kit/contract.ts";
import { SETTING_READERS, SETTING_WRITERS } from "#libs/policies/setting-access.ts";
import { nullableText, optionalTimestamp, removedParts } from "../shared.ts";
import {
  changeReason,
  configEntry,
  configKey as key,
  MAX_OVERRIDES_BYTES,
  SCOPE_KINDS,
  settingValue,
  VALUE_SOURCES,
  valueScope,
} from "./terms.ts";

export * from "./alarms.ts";
export * from "./console.ts";
export * from "./internal.ts";
export * from "./providers.ts";
export * from "./registry.ts";
export * from "./stored-facts.ts";
export * from "./switches.ts";
export * from "./terms.ts";
export * from "./trail.ts";

const scopeOfOverride = {
  scope: { type: "enum", values: SCOPE_KINDS, description: "One of the scopes of the key" },
  scopeValue: {
    type: "string",
    min: 1,
    max: 40,
    trim: true,
    description: "The platform, region (a country of ISO 3166-1) or tier, in any case: IOS, DE or GOLD, for example",
  },
} as const;

const written = { type: "object", props: { removed: removedParts } } as const;

const scopeQuery = {
  platform: { type: "string", max: 40, optional: true },
  region: { type: "string", max: 40, optional: true },
  tier: { type: "string", max: 40, optional: true },
} as const;

export const getConfigKey = action({
  name: "config.getKey",
  summary: "One configuration entry",
  http: {
    method: "GET",
    path: "/admin/config/keys/{key}",
    auth: "admin",
    permission: SETTING_READERS,
    limit: "admin_config",
    cachedUntil: "settings change",
  },
  params: { key },
  returns: configEntry,
  errors: ["config.error.key_not_found"],
});

export const setConfigKey = action({
  name: "config.setKey",
  summary: "Override a configuration value",
  http: { method: "PATCH", path: "/admin/config/keys/{key}", auth: "admin", permission: SETTING_WRITERS, limit: "admin_config" },
  params: {
    key,
    value: { type: "json", description: "Must match the type and the bounds of the key" },
    reason: changeReason,
    expectedVersion: { type: "number", integer: true, min: 0, optional: true, description: "409 when the entry has a different version" },
  },
  returns: written,
  errors: [
    "auth.step_up.required",
    "config.error.key_not_found",
    "config.error.env_only",
    "content.error.foreign_picture",
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
    permission: SETTING_WRITERS,
    limit: "admin_config",
  },
  params: {
    key,
    ...scopeOfOverride,
    value: { type: "json", description: "Must match the type and the bounds of the key" },
    reason: changeReason,
  },
  returns: written,
  errors: [
    "auth.step_up.required",
    "config.error.key_not_found",
    "config.error.env_only",
    "content.error.foreign_picture",
    "config.error.invalid_value",
    "config.error.placeholder",
  ],
});

export const listScopedConfig = action({
  name: "config.listScoped",
  summary: "The overrides of a key for platforms, regions and tiers",
  http: {
    method: "GET",
    path: "/admin/config/keys/{key}/scoped",
    auth: "admin",
    permission: "config:read",
    limit: "admin_config",
    cachedUntil: "settings change",
  },
  params: { key },
  returns: {
    type: "array",
    maxBytes: MAX_OVERRIDES_BYTES,
    items: {
      type: "object",
      props: {
        scope: { type: "enum", values: SCOPE_KINDS },
        scopeValue: { type: "string" },
        value: settingValue,
        effective: { type: "boolean", description: "False for an override of a scope for which the key is not read any more" },
        version: { type: "number", integer: true },
        updatedAt: optionalTimestamp,
        updatedBy: nullableText,
      },
    },
  },
  errors: ["config.error.key_not_found"],
});

export const resetScopedConfig = action({
  name: "config.resetScoped",
  summary: "Remove the override of a key for one platform, region or tier",
  http: { method: "DELETE", path: "/admin/config/keys/{key}/scoped", auth: "admin", permission: SETTING_WRITERS, limit: "admin_config" },
  params: { key, ...scopeOfOverride, reason: changeReason },
  returns: null,
  errors: ["auth.step_up.required", "config.error.key_not_found", "config.error.env_only"],
});

export const resetConfigKey = action({
  name: "config.resetKey",
  summary: "Remove the global override of a key; scoped ones stay",
  http: {
    method: "POST",
    path: "/admin/config/keys/{key}/reset",
    status: 201,
    auth: "admin",
    permission: SETTING_WRITERS,
    limit: "admin_config",
  },
  params: { key, reason: changeReason },
  returns: null,
  errors: ["auth.step_up.required", "config.error.key_not_found", "config.error.env_only", "config.error.invalid_value"],
});

export const getEffectiveConfig = action({
  name: "config.getEffective",
  summary: "Default and active value of a key, and the source of the active value",
  http: {
    method: "GET",
    path: "/admin/config/keys/{key}/effective",
    auth: "admin",
    permission: "config:read",
    limit: "admin_config",
    cachedUntil: "settings change",
  },
  params: { key, ...scopeQuery },
  returns: {
    type: "object",
    props: {
      key: { type: "string" },
      default: settingValue,
      active: settingValue,
      source: { type: "enum", values: VALUE_SOURCES },
      scope: valueScope,
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
