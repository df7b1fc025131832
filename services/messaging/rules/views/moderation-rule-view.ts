import type { ModerationRuleDoc } from "../data/moderation-rule.model.ts";

/** A moderation rule as moderators see it. */
export function moderationRuleView({ _id, name, kind, pattern, category, active, createdAt, updatedAt }: ModerationRuleDoc) {
  return { id: _id, name, kind, pattern, category, active, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
