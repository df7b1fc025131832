import { action } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { nullableText, optionalTimestamp, readableText, timestamp } from "../shared.ts";
import { changeReason } from "./terms.ts";

/** Feature flags of the platform: they are listed without pages. */
export const MAX_FLAGS = 3_000;

/** GUARD: an audit of the books has failed. */
export const trippedBy = { type: "enum", values: ["GUARD"], nullable: true } as const;

const killSwitch = {
  type: "object",
  props: {
    system: { type: "string" },
    active: { type: "boolean", description: "True: the system is switched off (503)" },
    reason: { ...nullableText, max: 500 },
    updatedAt: optionalTimestamp,
    updatedBy: nullableText,
    trippedBy: { ...trippedBy, description: "What switched it off, when no person did; it needs a reason to be switched on again" },
  },
} as const satisfies ObjectRule;

export const listKillSwitches = action({
  name: "config.listKillSwitches",
  summary: "Every kill switch and its state",
  http: {
    method: "GET",
    path: "/admin/config/kill-switches",
    auth: "admin",
    permission: "config:read",
    limit: "admin_config",
    cachedUntil: "settings change",
  },
  params: {},
  returns: { type: "array", items: killSwitch, max: 1_000 },
  errors: [],
});

export const setKillSwitch = action({
  name: "config.setKillSwitch",
  summary: "Switch a system off or on again",
  http: { method: "PATCH", path: "/admin/config/kill-switches/{system}", auth: "admin", permission: "config:write", limit: "admin_config" },
  params: {
    system: { type: "string" },
    active: { type: "boolean", description: "True switches the system off" },
    reason: changeReason,
  },
  returns: null,
  errors: ["config.error.kill_switch_not_found", "killswitch.error.reason_required"],
});

const flag = {
  type: "object",
  props: {
    key: { type: "string", max: 100 },
    enabled: { type: "boolean" },
    description: { ...nullableText, max: 500 },
    createdAt: timestamp,
    updatedAt: timestamp,
    updatedBy: nullableText,
  },
} as const satisfies ObjectRule;

export const listFlags = action({
  name: "config.listFlags",
  summary: "Every feature flag",
  http: {
    method: "GET",
    path: "/admin/config/flags",
    auth: "admin",
    permission: "config:read",
    limit: "admin_config",
    cachedUntil: "settings change",
  },
  params: {},
  returns: { type: "array", items: flag, max: MAX_FLAGS },
  errors: [],
});

export const createFlag = action({
  name: "config.createFlag",
  summary: "Create a feature flag",
  http: { method: "POST", path: "/admin/config/flags", status: 201, auth: "admin", permission: "config:write", limit: "admin_config" },
  params: {
    key: { type: "string", min: 1, max: 100, pattern: /^[a-z][a-z0-9_.-]*$/ },
    enabled: { type: "boolean", default: false },
    description: { ...readableText, max: 500, optional: true },
  },
  returns: flag,
  errors: ["config.error.flag_exists"],
});

export const toggleFlag = action({
  name: "config.toggleFlag",
  summary: "Switch a feature flag on or off",
  http: { method: "PATCH", path: "/admin/config/flags/{key}", auth: "admin", permission: "config:write", limit: "admin_config" },
  params: { key: { type: "string" }, enabled: { type: "boolean" } },
  returns: null,
  errors: ["config.error.flag_not_found"],
});
