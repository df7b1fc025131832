import { Schema } from "mongoose";
import type { ReportCategory, ReportResolution, ReportStatus } from "#libs/contracts/messaging/moderation-reports.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";

/** A complaint of one party of a message about it. */
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

export const messageReports: CollectionDefinition<ReportDoc> = { name: "message_reports", schema };
