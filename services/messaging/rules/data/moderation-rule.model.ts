import { Schema } from "mongoose";
import type { RuleKind } from "#libs/contracts/messaging/moderation.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";

export interface ModerationRuleDoc {
  readonly _id: string;
  readonly name: string;
  readonly kind: RuleKind;
  readonly pattern: string;
  readonly category: string;
  readonly active: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const schema = new Schema<ModerationRuleDoc>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    kind: { type: String, required: true },
    pattern: { type: String, required: true },
    category: { type: String, required: true },
    active: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ createdAt: 1, _id: 1 }, { name: "by_age" });
schema.index({ active: 1, createdAt: 1, _id: 1 }, { name: "active" });

export const moderationRules: CollectionDefinition<ModerationRuleDoc> = { name: "moderation_rules", schema };
