import type { AppealStatus } from "#libs/contracts/messaging/moderation-appeals.ts";
import { date, nullable, of, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";

/** A sender's appeal against a decision of moderation. */
export interface AppealDoc extends DocumentIn<typeof moderationAppeals> {}

export const moderationAppeals = defineCollection({
  name: "moderation_appeals",
  fields: {
    _id: text,
    statementId: text,
    messageId: text,
    senderId: text,
    /** In the sender's words. */
    reason: text,
    status: of<AppealStatus>(),
    /** The moderator who made the decision; null when a rule did. */
    firstModerator: nullable(text),
    createdAt: date,
    decidedBy: nullable(text),
    decidedAt: nullable(date),
    decisionReason: nullable(text),
  },
  indexes: [
    { name: "one_per_statement", key: { statementId: 1 }, unique: true },
    { name: "of_message", key: { messageId: 1, status: 1 } },
    { name: "newest", key: { createdAt: -1, _id: -1 } },
    { name: "newest_of_status", key: { status: 1, createdAt: -1, _id: -1 } },
    { name: "newest_of_sender", key: { senderId: 1, createdAt: -1, _id: -1 } },
  ],
});
