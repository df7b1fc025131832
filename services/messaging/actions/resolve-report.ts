import { implement } from "#libs/contract-kit/implement.ts";
import { moderationReportResolved, resolveReport } from "#libs/contracts/moderation-reports.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { reportMoves } from "../domain/report.ts";

type ResolveDeps = Pick<Deps, "reports" | "transaction" | "clock" | "audit" | "outbox">;

export const resolveReportAction = (deps: ResolveDeps) =>
  implement(resolveReport, async (ctx) => {
    const { reportId, resolution, reason } = ctx.params;
    const { requestId } = ctx;
    const resolvedBy = ctx.caller.userId;
    if (!(await deps.reports.find(reportId))) throw new AppError("moderation.error.report_not_found");
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
