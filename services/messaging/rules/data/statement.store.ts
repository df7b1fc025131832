import { date, list, optional, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { statementTextFields } from "../domain/statement.ts";

/** A statement of reasons (spec 6.2). Never holds the text of the message. */
export interface StatementDoc extends DocumentIn<typeof statementsOfReasons> {}

export const statementsOfReasons = defineCollection({
  name: "statements_of_reasons",
  fields: {
    _id: text,
    messageId: text,
    senderId: text,
    ruleIds: list(text),
    issuedAt: date,
    /** The moderator who made the decision; absent when a rule did. */
    decidedBy: optional(text),
    /** When the decision was reversed; absent while it is in force. */
    reversedAt: optional(date),
    ...statementTextFields,
  },
  indexes: [
    { name: "of_message", key: { messageId: 1, issuedAt: -1 } },
    { name: "of_sender", key: { senderId: 1 } },
  ],
});

export interface StatementStore {
  insert(set: WorkingSet, statement: StatementDoc): void;
  /** The latest statement about a message. */
  findLatest(messageId: string): Promise<StatementDoc | null>;
  findByIds(ids: readonly string[]): Promise<readonly StatementDoc[]>;
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
    findByIds: (ids) => statements.find({ _id: { $in: ids } }, { limit: ids.length }),
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
