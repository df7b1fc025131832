import { Schema } from "mongoose";
import type { AppealStatus } from "#libs/contracts/messaging/moderation-appeals.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";

/** A sender's appeal against a decision of moderation. */
export interface AppealDoc {
  readonly _id: string;
  readonly statementId: string;
  readonly messageId: string;
  readonly senderId: string;
  /** In the sender's words. */
  readonly reason: string;
  readonly status: AppealStatus;
  /** The moderator who made the decision; null when a rule did. */
  readonly firstModerator: string | null;
  readonly createdAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly decisionReason: string | null;
}

const schema = new Schema<AppealDoc>(
  {
    _id: { type: String, required: true },
    statementId: { type: String, required: true },
    messageId: { type: String, required: true },
    senderId: { type: String, required: true },
    reason: { type: String, required: true },
    status: { type: String, required: true },
    firstModerator: { type: String, default: null },
    createdAt: { type: Date, required: true },
    decidedBy: { type: String, default: null },
    decidedAt: { type: Date, default: null },
    decisionReason: { type: String, default: null },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ statementId: 1 }, { name: "one_per_statement", unique: true });
schema.index({ messageId: 1, status: 1 }, { name: "of_message" });
schema.index({ createdAt: -1, _id: -1 }, { name: "newest" });
schema.index({ status: 1, createdAt: -1, _id: -1 }, { name: "newest_of_status" });
schema.index({ senderId: 1 }, { name: "of_sender" });

export const moderationAppeals: CollectionDefinition<AppealDoc> = { name: "moderation_appeals", schema };
