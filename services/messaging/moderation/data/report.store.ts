import type { ReportStatus } from "#libs/contracts/messaging/moderation-reports.ts";
import type { PageRequest } from "#libs/kernel/paging.ts";
import type { Move } from "#libs/kernel/state-machine.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { findPage, findPageOfEither } from "#libs/platform/mongo/find-page.ts";
import { type QueueState, queueState } from "#libs/platform/mongo/queue-state.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { messageReports, type ReportDoc } from "./report.model.ts";

type ResolutionFields = Pick<ReportDoc, "resolution" | "resolvedBy" | "resolvedAt" | "resolutionReason">;

export interface ReportStore {
  find(reportId: string): Promise<ReportDoc | null>;
  hasOpen(messageId: string): Promise<boolean>;
  /**
   * A page of the reports that have the given fields; newest first.
   * @param userId the reporter or the reported user; undefined for those of everybody
   */
  list(
    userId: string | undefined,
    filter: Partial<Pick<ReportDoc, "_id" | "status">>,
    page: PageRequest,
  ): Promise<{ readonly rows: ReportDoc[]; readonly total: number }>;
  /** The reports that wait for a decision. */
  waiting(): Promise<QueueState>;
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
    list(userId, filter, page) {
      const paging = { sort: { createdAt: -1, _id: -1 }, page } as const;
      if (userId === undefined) return findPage(reports, filter, paging);
      const ofUser = [
        { ...filter, reporterId: userId },
        { ...filter, reportedId: userId },
      ] as const;
      return findPageOfEither(reports, ofUser, paging);
    },
    waiting: () => queueState(reports, { status: "OPEN" }, "createdAt"),
    insert: (report) => reports.insert(report),
    resolve: (tx, _id, { from, to }, resolution) =>
      reports.findOneAndUpdate(
        { _id, status: { $in: [...from] } },
        { $set: { ...resolution, status: to } },
        { tx, returnDocument: "after" },
      ),
  };
}
