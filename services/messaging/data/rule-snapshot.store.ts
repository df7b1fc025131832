import { type Connection, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";

/** The rules under which a message was sent (spec 4.10, "snapshot rules"). */
export interface RuleSnapshotDoc {
  /** The message. */
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

export type RuleSnapshotStore = ReturnType<typeof ruleSnapshotStore>;

export function ruleSnapshotStore(connection: Connection) {
  const model = modelOf(connection, "message_rule_snapshots", schema);
  return {
    async insert(snapshot: RuleSnapshotDoc): Promise<void> {
      await model.insertOne(snapshot);
    },
  };
}
