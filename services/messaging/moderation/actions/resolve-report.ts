import { implement } from "#libs/contract-kit/implement.ts";
import { moderationReportResolved, resolveReport } from "#libs/contracts/messaging/moderation-reports.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { ModerationDeps } from "../deps.ts";
import { reportMoves } from "../domain/report.ts";

type ResolveDeps = Pick<ModerationDeps, "reports" | "transaction" | "clock" | "audit" | "outbox">;

/** POST /admin/moderation/reports/{reportId}/resolve: by a moderator who is neither the reporter nor the reported user. */
export const resolveReportAction = ({ reports, transaction, clock, audit, outbox }: ResolveDeps) =>
  implement(resolveReport, async (ctx) => {
    const { reportId, resolution, reason } = ctx.params;
    const { requestId } = ctx;
    const resolvedBy = ctx.caller.userId;
    const stored = await reports.find(reportId);
    if (!stored) throw new AppError("moderation.error.report_not_found");
    if ([stored.reporterId, stored.reportedId].includes(resolvedBy)) throw new AppError("error.forbidden");
    return transaction(async (tx) => {
      const resolvedAt = clock.now();
      const fields = { resolution, resolvedBy, resolvedAt, resolutionReason: reason };
      const report = await reports.resolve(tx, reportId, reportMoves.resolve, fields);
      if (!report) throw new AppError("moderation.error.report_resolved");
      const { messageId, reporterId, status } = report;
      const event = { reportId, messageId, reporterId, resolution, resolvedAt: resolvedAt.toISOString() };
      await outbox.add(tx, moderationReportResolved, event);
      const details = { resolution, reason, messageId };
      await audit.add(tx, { actor: resolvedBy, action: "moderation.resolve_report", target: reportId, details, requestId });
      return { reportId, status };
    });
  });
