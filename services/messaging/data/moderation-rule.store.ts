import type { Connection } from "mongoose";
import { countedAlone } from "#libs/mongo/counted-alone.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type ModerationRuleDoc, moderationRuleModel } from "./moderation-rule.model.ts";

/** As many as there may be; they are listed and applied without pages. */
export const MAX_RULES = 500;

export type ModerationRuleStore = ReturnType<typeof moderationRuleStore>;

export function moderationRuleStore(connection: Connection) {
  const model = moderationRuleModel(connection);
  return {
    ...countedAlone(connection, model),

    list(): Promise<ModerationRuleDoc[]> {
      return model
        .find({ createdAt: { $exists: true } })
        .sort({ createdAt: 1, _id: 1 })
        .limit(MAX_RULES)
        .lean<ModerationRuleDoc[]>()
        .exec();
    },

    active(): Promise<ModerationRuleDoc[]> {
      return model.find({ active: true }).sort({ createdAt: 1, _id: 1 }).limit(MAX_RULES).lean<ModerationRuleDoc[]>().exec();
    },

    find(id: string): Promise<ModerationRuleDoc | null> {
      return model.findById(id).lean<ModerationRuleDoc>().exec();
    },

    findMany(ids: readonly string[]): Promise<ModerationRuleDoc[]> {
      return model
        .find({ _id: { $in: ids } })
        .limit(MAX_RULES)
        .lean<ModerationRuleDoc[]>()
        .exec();
    },

    async insert(session: Tx, rule: ModerationRuleDoc): Promise<void> {
      await model.insertOne(rule, { session });
    },

    /** Returns the rule as it is afterwards, or null when there is none. */
    update(session: Tx, id: string, changes: Partial<Omit<ModerationRuleDoc, "_id">>): Promise<ModerationRuleDoc | null> {
      return model.findOneAndUpdate({ _id: id }, { $set: changes }, { session, returnDocument: "after" }).lean<ModerationRuleDoc>().exec();
    },
  };
}
