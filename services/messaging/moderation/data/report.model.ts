import type { ReportCategory, ReportResolution, ReportStatus } from "#libs/contracts/messaging/moderation-reports.ts";
import { date, nullable, of, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";

/** A complaint of one party of a message about it. */
export interface ReportDoc extends DocumentIn<typeof messageReports> {}

export const messageReports = defineCollection({
  name: "message_reports",
  fields: {
    _id: text,
    messageId: text,
    reporterId: text,
    /** The other party of the message. */
    reportedId: text,
    category: of<ReportCategory>(),
    /** In the reporter's words. */
    comment: nullable(text),
    status: of<ReportStatus>(),
    createdAt: date,
    resolution: nullable(of<ReportResolution>()),
    resolvedBy: nullable(text),
    resolvedAt: nullable(date),
    resolutionReason: nullable(text),
  },
  indexes: [
    { name: "one_open_per_reporter", key: { messageId: 1, reporterId: 1 }, unique: true, partialFilterExpression: { status: "OPEN" } },
    { name: "newest", key: { createdAt: -1, _id: -1 } },
    { name: "newest_of_status", key: { status: 1, createdAt: -1, _id: -1 } },
    { name: "newest_of_reporter", key: { reporterId: 1, createdAt: -1, _id: -1 } },
    { name: "newest_of_reported", key: { reportedId: 1, createdAt: -1, _id: -1 } },
  ],
});
