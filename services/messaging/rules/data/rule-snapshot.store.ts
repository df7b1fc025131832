import { date, list, nullable, number, text } from "#libs/kernel/fields.ts";
import { batchedQuery } from "#libs/platform/mongo/batched-query.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";

/** The rules under which a message was sent (spec 4.10, "snapshot rules"). */
export interface RuleSnapshotDoc extends DocumentIn<typeof ruleSnapshots> {}

export const ruleSnapshots = defineCollection({
  name: "message_rule_snapshots",
  fields: {
    /** Id of the message. */
    _id: text,
    messageId: text,
    dmType: text,
    /** Decimal; null without a package. */
    packagePrice: nullable(text),
    creatorLevel: nullable(text),
    commissionRate: number,
    timeoutHours: number,
    freeDailyLimit: number,
    freePerCreatorDaily: number,
    duplicateWindowSeconds: number,
    /** Ids of the rules that were active. */
    moderationRules: list(text),
    takenAt: date,
  },
});

export interface RuleSnapshotStore {
  insert(snapshot: RuleSnapshotDoc): Promise<void>;
}

export function ruleSnapshotStore(database: Collections): RuleSnapshotStore {
  const snapshots = database.collection(ruleSnapshots);
  const insert = batchedQuery<RuleSnapshotDoc, void>("messaging.insertSnapshots", async (added) => {
    await snapshots.insert(added, { trusted: true });
    return added.map(() => undefined);
  });
  return { insert };
}
