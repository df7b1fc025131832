import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
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
  /** When the decision was taken back. */
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

/** A message is flagged once and rejected at most once. */
const MAX_STATEMENTS = 3;

export type StatementStore = ReturnType<typeof statementStore>;

export function statementModel(connection: Connection): Model<StatementDoc> {
  return modelOf(connection, "statements_of_reasons", schema);
}

export function statementStore(connection: Connection) {
  const model = statementModel(connection);
  return {
    async insert(session: Tx, statement: StatementDoc): Promise<void> {
      await model.insertOne(statement, { session });
    },

    /** The latest statements about some messages, by message id. */
    async latestOf(messageIds: readonly string[]): Promise<Map<string, StatementDoc>> {
      const found = await model
        .find({ messageId: { $in: messageIds } })
        .sort({ messageId: 1, issuedAt: 1 })
        .limit(messageIds.length * MAX_STATEMENTS)
        .lean<StatementDoc[]>();
      return new Map(found.map((statement) => [statement.messageId, statement]));
    },

    /** The decision of a statement is taken back. */
    async reverse(session: Tx, id: string, reversedAt: Date): Promise<void> {
      await model.updateOne({ _id: id, reversedAt: { $exists: false } }, { $set: { reversedAt } }, { session });
    },

    /** Every decision about a message is taken back. */
    async reverseOf(session: Tx, messageId: string, reversedAt: Date): Promise<void> {
      await model.updateMany({ messageId, reversedAt: { $exists: false } }, { $set: { reversedAt } }, { session });
    },

    /** The latest statement about a message. */
    latest(messageId: string): Promise<StatementDoc | null> {
      return model.findOne({ messageId }).sort({ issuedAt: -1 }).lean<StatementDoc>().exec();
    },
  };
}
