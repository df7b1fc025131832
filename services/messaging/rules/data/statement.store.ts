import { Schema } from "mongoose";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import type { StatementText } from "../domain/statement.ts";

/** A statement of reasons (spec 6.2). Never holds the text of the message. */
export interface StatementDoc extends StatementText {
  readonly _id: string;
  readonly messageId: string;
  readonly senderId: string;
  readonly ruleIds: readonly string[];
  readonly issuedAt: Date;
  /** The moderator who made the decision; absent when a rule did. */
  readonly decidedBy?: string | undefined;
  /** When the decision was reversed; absent while it stands. */
  readonly reversedAt?: Date | undefined;
}

const schema = new Schema<StatementDoc>(
  {
    _id: { type: String, required: true },
    messageId: { type: String, required: true },
    senderId: { type: String, required: true },
    decision: { type: String, required: true },
    category: { type: String, required: true },
    ground: { type: String, required: true },
    facts: { type: String, required: true },
    automated: { type: Boolean, required: true },
    redress: { type: String, required: true },
    ruleIds: { type: [String], required: true },
    issuedAt: { type: Date, required: true },
    decidedBy: String,
    reversedAt: Date,
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ messageId: 1, issuedAt: -1 }, { name: "of_message" });
schema.index({ senderId: 1 }, { name: "of_sender" });

export const statementsOfReasons: CollectionDefinition<StatementDoc> = { name: "statements_of_reasons", schema };

export interface StatementStore {
  insert(set: WorkingSet, statement: StatementDoc): void;
  /** The latest statement about a message. */
  findLatest(messageId: string): Promise<StatementDoc | null>;
  /** The latest statement about each message that has one, by message id. */
  findLatestByMessage(messageIds: readonly string[]): Promise<Map<string, StatementDoc>>;
  /** Reverses the decision of a statement. */
  reverse(tx: Tx, statementId: string, reversedAt: Date): Promise<void>;
  /** Reverses every decision about a message. */
  reverseAll(tx: Tx, messageId: string, reversedAt: Date): Promise<void>;
}

/** A message is flagged once and rejected at most once. */
const MAX_STATEMENTS_PER_MESSAGE = 3;

export function statementStore(database: Collections): StatementStore {
  const statements = database.collection(statementsOfReasons);
  const notReversed = { reversedAt: { $exists: false } };
  return {
    insert: (set, statement) => set.insert(statementsOfReasons, statement),
    findLatest: (messageId) => statements.findOne({ messageId }, { sort: { issuedAt: -1 } }),
    async findLatestByMessage(messageIds) {
      const limit = messageIds.length * MAX_STATEMENTS_PER_MESSAGE;
      const rows = await statements.find({ messageId: { $in: messageIds } }, { sort: { messageId: 1, issuedAt: 1 }, limit });
      return new Map(rows.map((statement) => [statement.messageId, statement]));
    },
    async reverse(tx, _id, reversedAt) {
      await statements.updateOne({ _id, ...notReversed }, { $set: { reversedAt } }, { tx });
    },
    async reverseAll(tx, messageId, reversedAt) {
      await statements.updateMany({ messageId, ...notReversed }, { $set: { reversedAt } }, { tx });
    },
  };
}
