import { action } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { APPEAL_STATUSES } from "./moderation-appeals.ts";
import { id, optionalTimestamp, pathId, timestamp } from "./shared.ts";

export * from "./moderation-appeals.ts";
export * from "./moderation-queue.ts";
export * from "./moderation-reports.ts";

/** How the pattern of a rule is compared: anywhere in the text, as a whole word, as a regular expression. */
export const RULE_KINDS = ["SUBSTRING", "WORD", "REGEX"] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

const messageId = pathId;

const moderationRule = {
  type: "object",
  props: {
    id,
    name: { type: "string" },
    kind: { type: "enum", values: RULE_KINDS },
    pattern: { type: "string" },
    category: { type: "string" },
    active: { type: "boolean" },
    createdAt: timestamp,
    updatedAt: timestamp,
  },
} as const satisfies ObjectRule;

export const listModerationRules = action({
  name: "messaging.listModerationRules",
  summary: "The rules that flag message texts",
  http: { method: "GET", path: "/admin/moderation/rules", auth: "admin", permission: "moderation:read" },
  params: {},
  returns: { type: "array", items: moderationRule },
  errors: [],
});

export const createModerationRule = action({
  name: "messaging.createModerationRule",
  summary: "Add a rule that flags message texts",
  http: { method: "POST", path: "/admin/moderation/rules", status: 201, auth: "admin", permission: "moderation:write" },
  params: {
    name: { type: "string", min: 1, max: 100 },
    kind: { type: "enum", values: RULE_KINDS, default: "SUBSTRING" },
    pattern: { type: "string", min: 1, max: 200 },
    category: { type: "string", min: 1, max: 60, default: "OTHER" },
    active: { type: "boolean", default: true },
  },
  returns: moderationRule,
  errors: ["moderation.error.invalid_pattern", "moderation.error.too_many_rules"],
});

export const updateModerationRule = action({
  name: "messaging.updateModerationRule",
  summary: "Switch a moderation rule on or off, or change it",
  http: { method: "PATCH", path: "/admin/moderation/rules/{ruleId}", auth: "admin", permission: "moderation:write" },
  params: {
    ruleId: pathId,
    name: { type: "string", min: 1, max: 100, optional: true },
    pattern: { type: "string", min: 1, max: 200, optional: true },
    category: { type: "string", min: 1, max: 60, optional: true },
    active: { type: "boolean", optional: true },
  },
  returns: moderationRule,
  errors: ["moderation.error.rule_not_found", "moderation.error.invalid_pattern"],
});

export const decideModeration = action({
  name: "messaging.decideModeration",
  summary: "Deliver or reject a quarantined message",
  http: { method: "POST", path: "/admin/moderation/messages/{messageId}/decide", auth: "admin", permission: "moderation:write" },
  params: {
    messageId,
    decision: { type: "enum", values: ["APPROVE", "REJECT"] },
    reason: { type: "string", trim: true, min: 1, max: 500 },
  },
  returns: { type: "object", props: { messageId: id, status: { type: "enum", values: ["ESCROWED", "DELIVERED", "REJECTED"] } } },
  errors: ["message.error.not_found", "moderation.error.invalid_status"],
});

export const getStatementOfReasons = action({
  name: "messaging.getStatementOfReasons",
  summary: "Why the caller's own message was held back",
  http: { method: "GET", path: "/messages/{messageId}/statement", auth: "bearer" },
  params: { messageId },
  returns: {
    type: "object",
    props: {
      id,
      messageId: id,
      decision: { type: "string" },
      category: { type: "string" },
      ground: { type: "string" },
      facts: { type: "string" },
      automated: { type: "boolean" },
      redress: { type: "string" },
      issuedAt: timestamp,
      appealUntil: timestamp,
      appealStatus: { type: "enum", values: APPEAL_STATUSES, nullable: true, description: "Null when there is no appeal" },
      reversedAt: { ...optionalTimestamp, description: "When the decision was taken back" },
    },
  },
  errors: ["moderation.error.statement_not_found"],
});
