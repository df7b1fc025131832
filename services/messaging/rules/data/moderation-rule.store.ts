import { MAX_MODERATION_RULES } from "#libs/contracts/messaging/moderation.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type SerializedCount, serializedCount } from "#libs/platform/mongo/serialized-count.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type ModerationRuleDoc, moderationRules } from "./moderation-rule.model.ts";

export interface ModerationRuleStore {
  /** All rules, the oldest first. */
  list(): Promise<ModerationRuleDoc[]>;
  /** The active rules, the oldest first. */
  listActive(): Promise<ModerationRuleDoc[]>;
  find(ruleId: string): Promise<ModerationRuleDoc | null>;
  findByIds(ruleIds: readonly string[]): Promise<ModerationRuleDoc[]>;
  /** Number of rules. Transactions that add a rule run this one after the other. */
  readonly count: SerializedCount;
  insert(tx: Tx, rule: ModerationRuleDoc): Promise<void>;
  /** The updated rule; null when there is none. */
  update(tx: Tx, ruleId: string, fields: Partial<Omit<ModerationRuleDoc, "_id">>): Promise<ModerationRuleDoc | null>;
}

const OLDEST_FIRST = { createdAt: 1, _id: 1 } as const;

export function moderationRuleStore(database: Collections): ModerationRuleStore {
  const rules = database.collection(moderationRules);
  return {
    list: () => rules.find({ createdAt: { $exists: true } }, { sort: OLDEST_FIRST, limit: MAX_MODERATION_RULES }),
    listActive: () => rules.find({ active: true }, { sort: OLDEST_FIRST, limit: MAX_MODERATION_RULES }),
    find: (_id) => rules.findOne({ _id }),
    findByIds: (ids) => rules.find({ _id: { $in: ids } }, { limit: MAX_MODERATION_RULES }),
    count: serializedCount(database, rules),
    insert: (tx, rule) => rules.insert(rule, { tx }),
    update: (tx, _id, fields) => rules.findOneAndUpdate({ _id }, { $set: fields }, { tx, returnDocument: "after" }),
  };
}
