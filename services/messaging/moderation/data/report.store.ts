import type { ReportStatus } from "#libs/contracts/messaging/moderation-reports.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Move } from "#libs/kernel/state-machine.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { messageReports, type ReportDoc } from "./report.model.ts";

type ResolutionFields = Pick<ReportDoc, "resolution" | "resolvedBy" | "resolvedAt" | "resolutionReason">;

export interface ReportStore {
  find(reportId: string): Promise<ReportDoc | null>;
  hasOpen(messageId: string): Promise<boolean>;
  /** A page of reports, newest first; without a status those of every status. */
  list(status: ReportStatus | undefined, page: PageRequest): Promise<{ readonly items: ReportDoc[]; readonly total: number }>;
  /** Rejects with a duplicate key error when the reporter has an open report about the message. */
  insert(report: ReportDoc): Promise<void>;
  /** Resolves a report. Returns it afterwards; null when the move does not start at its status. */
  resolve(tx: Tx, reportId: string, move: Move<ReportStatus>, resolution: ResolutionFields): Promise<ReportDoc | null>;
}

export function reportStore(database: Collections): ReportStore {
  const reports = database.collection(messageReports);
  return {
    find: (_id) => reports.findOne({ _id }),
    async hasOpen(messageId) {
      return (await reports.findOne({ messageId, status: "OPEN" }, { projection: { _id: 1 } })) !== null;
    },
    async list(status, page) {
      const filter = status ? { status } : {};
      const [items, total] = await Promise.all([
        reports.find(filter, { sort: { createdAt: -1, _id: -1 }, skip: skipOf(page), limit: page.limit }),
        reports.count(filter),
      ]);
      return { items, total };
    },
    insert: (report) => reports.insert(report),
    resolve: (tx, _id, { from, to }, resolution) =>
      reports.findOneAndUpdate(
        { _id, status: { $in: [...from] } },
        { $set: { ...resolution, status: to } },
        { tx, returnDocument: "after" },
      ),
  };
}
