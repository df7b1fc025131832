import { action } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { id, optionalTimestamp, pathId, readableLine, readableText, timestamp } from "../shared.ts";
import { APPEAL_STATUSES } from "./moderation-appeals.ts";
import { MAX_MODERATION_RULES, ruleCategory } from "./moderation-queue.ts";

export * from "./moderation-appeals.ts";
export * from "./moderation-queue.ts";
export * from "./moderation-reports.ts";

/** The kinds of a pattern: a part of the text, a whole word, or a regular expression. */
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
  summary: "The rules that hold messages back",
  http: { method: "GET", path: "/admin/moderation/rules", auth: "admin", permission: "moderation:read" },
  params: {},
  returns: { type: "array", items: moderationRule, max: MAX_MODERATION_RULES },
  errors: [],
});

export const createModerationRule = action({
  name: "messaging.createModerationRule",
  summary: "Add a rule that holds messages back",
  http: { method: "POST", path: "/admin/moderation/rules", status: 201, auth: "admin", permission: "moderation:write" },
  params: {
    name: { ...readableLine, min: 1, max: 100 },
    kind: { type: "enum", values: RULE_KINDS, default: "SUBSTRING" },
    pattern: { type: "string", min: 1, max: 200 },
    category: { ...ruleCategory, default: "OTHER" },
    active: { type: "boolean", default: true },
  },
  returns: moderationRule,
  errors: ["moderation.error.invalid_pattern", "moderation.error.too_many_rules"],
});

export const updateModerationRule = action({
  name: "messaging.updateModerationRule",
  summary: "Change a moderation rule, or switch it on or off",
  http: { method: "PATCH", path: "/admin/moderation/rules/{ruleId}", auth: "admin", permission: "moderation:write" },
  params: {
    ruleId: pathId,
    name: { ...readableLine, min: 1, max: 100, optional: true },
    pattern: { type: "string", min: 1, max: 200, optional: true },
    category: { ...ruleCategory, optional: true },
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
    reason: { ...readableText, trim: true, min: 1, max: 500 },
  },
  returns: { type: "object", props: { messageId: id, status: { type: "enum", values: ["ESCROWED", "DELIVERED", "REJECTED"] } } },
  errors: ["message.error.not_found", "moderation.error.invalid_status"],
});

export const getStatementOfReasons = action({
  name: "messaging.getStatementOfReasons",
  summary: "Why a message of the caller was held back or rejected",
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
      facts: { type: "string", max: 1_000 },
      automated: { type: "boolean" },
      redress: { type: "string", max: 1_000 },
      issuedAt: timestamp,
      appealUntil: timestamp,
      appealStatus: { type: "enum", values: APPEAL_STATUSES, nullable: true, description: "Null when there is no appeal" },
      reversedAt: { ...optionalTimestamp, description: "When the decision was reversed" },
    },
  },
  errors: ["moderation.error.statement_not_found"],
});
