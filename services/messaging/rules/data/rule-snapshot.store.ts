import { Schema } from "mongoose";
import { batchedQuery } from "#libs/platform/mongo/batched-query.ts";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";

/** The rules under which a message was sent (spec 4.10, "snapshot rules"). */
export interface RuleSnapshotDoc {
  /** Id of the message. */
  readonly _id: string;
  readonly messageId: string;
  readonly dmType: string;
  /** Decimal; null without a package. */
  readonly packagePrice: string | null;
  readonly creatorLevel: string | null;
  readonly commissionRate: number;
  readonly timeoutHours: number;
  readonly freeDailyLimit: number;
  readonly freePerCreatorDaily: number;
  readonly duplicateWindowSeconds: number;
  /** Ids of the rules that were active. */
  readonly moderationRules: readonly string[];
  readonly takenAt: Date;
}

const schema = new Schema<RuleSnapshotDoc>(
  {
    _id: { type: String, required: true },
    messageId: { type: String, required: true },
    dmType: { type: String, required: true },
    packagePrice: { type: String, default: null },
    creatorLevel: { type: String, default: null },
    commissionRate: { type: Number, required: true },
    timeoutHours: { type: Number, required: true },
    freeDailyLimit: { type: Number, required: true },
    freePerCreatorDaily: { type: Number, required: true },
    duplicateWindowSeconds: { type: Number, required: true },
    moderationRules: { type: [String], required: true },
    takenAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);

export const ruleSnapshots: CollectionDefinition<RuleSnapshotDoc> = { name: "message_rule_snapshots", schema };

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
