import { type Connection, type Model, Schema } from "mongoose";
import type { ReportCategory, ReportResolution, ReportStatus } from "#libs/contracts/moderation-reports.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Move } from "#libs/kernel/state-machine.ts";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Tx } from "#libs/mongo/transaction.ts";

/** What a party of a message says is wrong with it. */
export interface ReportDoc {
  readonly _id: string;
  readonly messageId: string;
  readonly reporterId: string;
  /** The other party of the message. */
  readonly reportedId: string;
  readonly category: ReportCategory;
  /** In the reporter's words. */
  readonly comment: string | null;
  readonly status: ReportStatus;
  readonly createdAt: Date;
  readonly resolution: ReportResolution | null;
  readonly resolvedBy: string | null;
  readonly resolvedAt: Date | null;
  readonly resolutionReason: string | null;
}

const schema = new Schema<ReportDoc>(
  {
    _id: { type: String, required: true },
    messageId: { type: String, required: true },
    reporterId: { type: String, required: true },
    reportedId: { type: String, required: true },
    category: { type: String, required: true },
    comment: { type: String, default: null },
    status: { type: String, required: true },
    createdAt: { type: Date, required: true },
    resolution: { type: String, default: null },
    resolvedBy: { type: String, default: null },
    resolvedAt: { type: Date, default: null },
    resolutionReason: { type: String, default: null },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ messageId: 1, reporterId: 1 }, { name: "one_open_per_reporter", unique: true, partialFilterExpression: { status: "OPEN" } });
schema.index({ createdAt: -1, _id: -1 }, { name: "newest" });
schema.index({ status: 1, createdAt: -1, _id: -1 }, { name: "newest_of_status" });
schema.index({ reporterId: 1 }, { name: "of_reporter" });
schema.index({ reportedId: 1 }, { name: "of_reported" });

export function reportModel(connection: Connection): Model<ReportDoc> {
  return modelOf(connection, "message_reports", schema);
}

export type ReportStore = ReturnType<typeof reportStore>;

export function reportStore(connection: Connection) {
  const model = reportModel(connection);
  return {
    find(id: string): Promise<ReportDoc | null> {
      return model.findById(id).lean<ReportDoc>().exec();
    },

    /** Throws a duplicate key error when the reporter has an open one about the message. */
    async insert(report: ReportDoc): Promise<void> {
      await model.insertOne(report);
    },

    async hasOpen(messageId: string): Promise<boolean> {
      return (await model.exists({ messageId, status: "OPEN" })) !== null;
    },

    /** Makes the move if the report is still where it starts; the report afterwards, or null. */
    resolve(
      session: Tx,
      id: string,
      { from, to }: Move<ReportStatus>,
      change: Pick<ReportDoc, "resolution" | "resolvedBy" | "resolvedAt" | "resolutionReason">,
    ): Promise<ReportDoc | null> {
      return model
        .findOneAndUpdate(
          { _id: id, status: { $in: [...from] } },
          { $set: { ...change, status: to } },
          { session, returnDocument: "after" },
        )
        .lean<ReportDoc>()
        .exec();
    },

    /** Newest first. */
    async page(status: ReportStatus | undefined, page: PageRequest): Promise<{ items: ReportDoc[]; total: number }> {
      const filter = status ? { status } : {};
      const items = model.find(filter).sort({ createdAt: -1, _id: -1 }).skip(skipOf(page)).limit(page.limit).lean<ReportDoc[]>();
      const [found, total] = await Promise.all([items.exec(), model.countDocuments(filter)]);
      return { items: found, total };
    },
  };
}
