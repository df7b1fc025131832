import { type Connection, type Model, Schema } from "mongoose";
import type { AppealStatus } from "#libs/contracts/moderation-appeals.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Move } from "#libs/kernel/state-machine.ts";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Tx } from "#libs/mongo/transaction.ts";

/** What a sender says against a decision of moderation. */
export interface AppealDoc {
  readonly _id: string;
  readonly statementId: string;
  readonly messageId: string;
  readonly senderId: string;
  /** In the sender's words. */
  readonly reason: string;
  readonly status: AppealStatus;
  /** Who made the decision; null when a rule did. */
  readonly firstModerator: string | null;
  readonly createdAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly decisionReason: string | null;
}

type Decision = Pick<AppealDoc, "decidedBy" | "decidedAt" | "decisionReason">;

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

export function appealModel(connection: Connection): Model<AppealDoc> {
  return modelOf(connection, "moderation_appeals", schema);
}

export type AppealStore = ReturnType<typeof appealStore>;

export function appealStore(connection: Connection) {
  const model = appealModel(connection);
  const decided = (session: Tx, filter: Partial<AppealDoc>, { from, to }: Move<AppealStatus>, decision: Decision) =>
    model
      .findOneAndUpdate(
        { ...filter, status: { $in: [...from] } },
        { $set: { ...decision, status: to } },
        { session, returnDocument: "after" },
      )
      .lean<AppealDoc>()
      .exec();
  return {
    find(id: string): Promise<AppealDoc | null> {
      return model.findById(id).lean<AppealDoc>().exec();
    },

    ofStatement(statementId: string): Promise<AppealDoc | null> {
      return model.findOne({ statementId }).lean<AppealDoc>().exec();
    },

    /** Throws a duplicate key error when the statement has an appeal. */
    async insert(appeal: AppealDoc): Promise<void> {
      await model.insertOne(appeal);
    },

    /** Makes the move if the appeal is still where it starts; the appeal afterwards, or null. */
    decide(session: Tx, id: string, move: Move<AppealStatus>, decision: Decision): Promise<AppealDoc | null> {
      return decided(session, { _id: id }, move, decision);
    },

    /** The same for the open appeal about a message, if there is one. */
    decideOfMessage(session: Tx, messageId: string, move: Move<AppealStatus>, decision: Decision): Promise<AppealDoc | null> {
      return decided(session, { messageId }, move, decision);
    },

    /** Newest first. */
    async page(status: AppealStatus | undefined, page: PageRequest): Promise<{ items: AppealDoc[]; total: number }> {
      const filter = status ? { status } : {};
      const items = model.find(filter).sort({ createdAt: -1, _id: -1 }).skip(skipOf(page)).limit(page.limit).lean<AppealDoc[]>();
      const [found, total] = await Promise.all([items.exec(), model.countDocuments(filter)]);
      return { items: found, total };
    },
  };
}
