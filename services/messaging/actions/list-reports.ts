import { implement } from "#libs/contract-kit/implement.ts";
import { listReports } from "#libs/contracts/moderation-reports.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { ReportDoc } from "../data/report.store.ts";
import type { Deps } from "../deps.ts";
import { DSA_CATEGORIES } from "../domain/report.ts";

export const listReportsAction = ({ reports }: Pick<Deps, "reports">) =>
  implement(listReports, async (ctx) => {
    const { items, total } = await reports.page(ctx.params.status, ctx.params);
    return pageOf(items.map(reportView), total, ctx.params);
  });

function reportView({ _id, createdAt, resolvedAt, ...report }: ReportDoc) {
  const { messageId, reporterId, reportedId, category, comment, status, resolution, resolvedBy, resolutionReason } = report;
  return {
    reportId: _id,
    messageId,
    reporterId,
    reportedId,
    category,
    dsaCategory: DSA_CATEGORIES[category],
    comment,
    status,
    createdAt: createdAt.toISOString(),
    resolution,
    resolvedBy,
    resolvedAt: resolvedAt?.toISOString() ?? null,
    resolutionReason,
  };
}
