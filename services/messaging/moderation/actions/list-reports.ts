import { implement } from "#libs/contract-kit/implement.ts";
import { listReports } from "#libs/contracts/messaging/moderation-reports.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { namedOnly } from "#libs/platform/mongo/find-page.ts";
import type { ReportDoc } from "../data/report.model.ts";
import type { ModerationDeps } from "../deps.ts";
import { DSA_CATEGORIES } from "../domain/report.ts";

/** GET /admin/moderation/reports */
export const listReportsAction = ({ reports }: Pick<ModerationDeps, "reports">) =>
  implement(listReports, async (ctx) => {
    const { id, userId, status, ...page } = ctx.params;
    const { rows, total } = await reports.list(userId, namedOnly({ _id: id, status }), page);
    return pageOf(rows.map(reportView), total, page);
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
