import { implement } from "#libs/contract-kit/implement.ts";
import { moderationReportResolved, resolveReport } from "#libs/contracts/moderation-reports.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { reportMoves } from "../domain/report.ts";

type ResolveDeps = Pick<Deps, "reports" | "transaction" | "clock" | "audit" | "outbox">;

/** A moderator closes a report, but not the own one, nor one of an own message. */
export const resolveReportAction = (deps: ResolveDeps) =>
  implement(resolveReport, async (ctx) => {
    const { reportId, resolution, reason } = ctx.params;
    const { requestId } = ctx;
    const resolvedBy = ctx.caller.userId;
    const open = await deps.reports.find(reportId);
    if (!open) throw new AppError("moderation.error.report_not_found");
    if ([open.reporterId, open.reportedId].includes(resolvedBy)) throw new AppError("error.forbidden");
    return deps.transaction(async (tx) => {
      const resolvedAt = deps.clock.now();
      const change = { resolution, resolvedBy, resolvedAt, resolutionReason: reason };
      const report = await deps.reports.resolve(tx, reportId, reportMoves.resolve, change);
      if (!report) throw new AppError("moderation.error.report_resolved");
      const { messageId, reporterId, status } = report;
      const fact = { reportId, messageId, reporterId, resolution, resolvedAt: resolvedAt.toISOString() };
      await deps.outbox.add(tx, moderationReportResolved, fact, { requestId });
      const details = { resolution, reason, messageId };
      await deps.audit.add(tx, { actor: resolvedBy, action: "moderation.resolve_report", target: reportId, details, requestId });
      return { reportId, status };
    });
  });
