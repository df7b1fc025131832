import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { nullableText, optionalTimestamp, readableText, timestamp } from "../shared.ts";

export const VALUE_SOURCES = ["DEFAULT", "ENV", "ADMIN", "SCOPED"] as const;
export const SCOPE_KINDS = ["platform", "region", "tier"] as const;
export type ScopeKind = (typeof SCOPE_KINDS)[number];
const CHANGE_ACTIONS = ["SET", "SET_SCOPED", "RESET", "ROLLBACK", "CREATE", "TOGGLE"] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/** Without a pattern: a malformed key is answered like any unknown one, with 404. */
export const configKey = { type: "string" } as const;
export const changeReason = { ...readableText, trim: true, max: 500, optional: true } as const;

/** A value of a setting. The largest is a legal text. */
export const settingValue = { type: "json", maxBytes: 700_000 } as const;
/** Longest value in a list of changes, in bytes of its text; the stored entry has the whole value. As JSON it may take six times as much. */
export const MAX_SHOWN_BYTES = 2_000;
const shownValue = { type: "json", maxBytes: 6 * MAX_SHOWN_BYTES + 10 } as const;
export const valueScope = { type: "json", maxBytes: 500, nullable: true } as const;
/** Sizes of all entries of the registry, and of all stored overrides. A test adds up what the registry allows. */
export const MAX_REGISTRY_BYTES = 5_000_000;
export const MAX_OVERRIDES_BYTES = 6_000_000;

const MAX_SECRET_KEYS = 5;

/** One key of the registry with its value. */
export const configEntry = {
  type: "object",
  props: {
    key: { type: "string" },
    domain: { type: "string" },
    category: { type: "string" },
    type: { type: "string" },
    description: { type: "string", max: 500 },
    value: settingValue,
    default: settingValue,
    source: { type: "enum", values: VALUE_SOURCES },
    envOnly: { type: "boolean" },
    sensitive: { type: "boolean" },
    constraints: {
      type: "object",
      description: "What a value must fit; a field is left out where it says nothing",
      props: {
        min: { type: "number", optional: true },
        max: { type: "number", optional: true },
        integer: { type: "boolean", optional: true },
        atMost: { type: "string", optional: true, description: "Key of a number that the value must not exceed" },
        enum: { type: "array", items: { type: "string" }, max: 100, optional: true },
        pattern: { type: "string", optional: true, description: "ECMAScript regular expression; of each entry of a list" },
        maxLength: { type: "number", integer: true, optional: true },
        maxItems: { type: "number", integer: true, optional: true },
      },
    },
    scopes: {
      type: "array",
      items: { type: "enum", values: SCOPE_KINDS },
      max: SCOPE_KINDS.length,
      description: "Scopes in which an override takes effect",
    },
    secretKeys: {
      type: "array",
      items: { type: "string" },
      max: MAX_SECRET_KEYS,
      optional: true,
      description: "Secrets that a change of the value removes; absent: none",
    },
    version: { type: "number", integer: true },
    updatedAt: optionalTimestamp,
    updatedBy: nullableText,
  },
} as const satisfies ObjectRule;

/** One entry of the config audit. */
export const configAuditEntry = {
  type: "object",
  props: {
    id: { type: "uuid" },
    key: { type: "string" },
    domain: { type: "string" },
    action: { type: "enum", values: CHANGE_ACTIONS },
    oldValue: shownValue,
    newValue: shownValue,
    scope: valueScope,
    reason: { ...nullableText, max: 500 },
    changedBy: { type: "string" },
    changedAt: timestamp,
  },
} as const satisfies ObjectRule;
