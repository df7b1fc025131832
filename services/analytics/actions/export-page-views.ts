import { implement } from "#libs/contract-kit/implement.ts";
import { exportPageViews } from "#libs/contracts/analytics.ts";
import { pageOf, skipOf } from "#libs/kernel/paging.ts";
import type { AnalyticsPageView } from "../data/analytics-page-view.model.ts";
import type { AnalyticsSession } from "../data/analytics-session.model.ts";
import type { Deps } from "../deps.ts";
import { csvOf } from "../domain/csv.ts";
import { ownReport } from "../own-report.ts";

const COLUMNS = [
  ...(["enteredAt", "url", "path", "title", "duration", "scrollDepth", "linkClicked", "referrerDomain"] as const),
  ...(["utmSource", "utmMedium", "utmCampaign", "country", "device", "browser", "os"] as const),
] as const;

/** Characters of a text in an export; a page of rows must fit into one message of the bus. */
const MOST_CHARACTERS = 200;

/** GET /creators/{creatorId}/analytics/export. Nothing in a row tells who the visitor was, or which rows are the same visitor's. */
export const exportPageViewsAction = (deps: Pick<Deps, "clock" | "sessions" | "reports">) =>
  implement(exportPageViews, async (ctx) => {
    const scope = await ownReport(ctx, deps);
    const { rows, total } = await deps.reports.pageViewRows(scope, skipOf(ctx.params), ctx.params.limit);
    const visits = await deps.sessions.byIds([...new Set(rows.map(({ sessionId }) => sessionId))]);
    const visitOf = new Map(visits.map((visit) => [visit._id, visit]));
    const items = rows.map((row) => itemOf(row, visitOf.get(row.sessionId) ?? null));
    const { page, limit } = ctx.params;
    if (ctx.params.format === "json") return pageOf(items, total, { page, limit });
    const document = { contentType: "text/csv; charset=utf-8", fileName: "page-views.csv", text: csvOf(COLUMNS, items) };
    return { ...pageOf([], total, { page, limit }), document };
  });

function itemOf(row: AnalyticsPageView, visit: AnalyticsSession | null) {
  return {
    enteredAt: row.enteredAt.toISOString(),
    url: short(row.url),
    path: short(row.path),
    title: shortOrNull(row.title),
    duration: row.duration,
    scrollDepth: row.scrollDepth,
    linkClicked: row.linkClicked,
    referrerDomain: shortOrNull(visit?.referrerDomain),
    utmSource: shortOrNull(visit?.utmSource),
    utmMedium: shortOrNull(visit?.utmMedium),
    utmCampaign: shortOrNull(visit?.utmCampaign),
    country: visit?.country ?? null,
    device: visit?.device ?? null,
    browser: visit?.browser ?? null,
    os: visit?.os ?? null,
  };
}

function short(text: string): string {
  return text.slice(0, MOST_CHARACTERS);
}

function shortOrNull(text: string | null | undefined): string | null {
  return text == null ? null : short(text);
}
