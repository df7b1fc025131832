import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { nullableText, optionalTimestamp, timestamp } from "./shared.ts";

export const VALUE_SOURCES = ["DEFAULT", "ENV", "ADMIN", "SCOPED"] as const;
export const SCOPE_KINDS = ["platform", "region", "tier"] as const;
export type ScopeKind = (typeof SCOPE_KINDS)[number];

/** No rule of form: a key that cannot be one does not exist. */
export const configKey = { type: "string" } as const;
export const changeReason = { type: "string", trim: true, max: 500, optional: true } as const;

/** One key of the registry with its value. */
export const configEntry = {
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
    scopes: { type: "array", items: { type: "enum", values: SCOPE_KINDS }, description: "Scopes in which an override takes effect" },
    version: { type: "number", integer: true },
    updatedAt: optionalTimestamp,
    updatedBy: nullableText,
  },
} as const satisfies ObjectRule;

/** Who changed what: one entry of the audit. */
export const configAuditEntry = {
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
