import type { RuleKind } from "#libs/contracts/messaging/moderation.ts";
import { boolean, date, of, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";

export interface ModerationRuleDoc extends DocumentIn<typeof moderationRules> {}

export const moderationRules = defineCollection({
  name: "moderation_rules",
  fields: {
    _id: text,
    name: text,
    kind: of<RuleKind>(),
    pattern: text,
    category: text,
    active: boolean,
    createdAt: date,
    updatedAt: date,
  },
  indexes: [
    { name: "by_age", key: { createdAt: 1, _id: 1 } },
    { name: "active", key: { active: 1, createdAt: 1, _id: 1 } },
  ],
});
