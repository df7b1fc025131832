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

/** Characters of a text in an export; fewer where texts are so long that a page would not fit into one message of the bus. */
const CHARACTERS = { usual: 200, least: 40 } as const;
const MOST_BYTES = 700_000;

/** GET /creators/{creatorId}/analytics/export. Nothing in a row tells who the visitor was, or which rows are the same visitor's. */
export const exportPageViewsAction = (deps: Pick<Deps, "clock" | "sessions" | "reports">) =>
  implement(exportPageViews, async (ctx) => {
    const scope = await ownReport(ctx, deps);
    const { rows, total } = await deps.reports.pageViewRows(scope, skipOf(ctx.params), ctx.params.limit);
    const visits = await deps.sessions.byIds([...new Set(rows.map(({ sessionId }) => sessionId))]);
    const visitOf = new Map(visits.map((visit) => [visit._id, visit]));
    const itemsOf = (characters: number) => rows.map((row) => itemOf(row, visitOf.get(row.sessionId) ?? null, characters));
    const whole = itemsOf(CHARACTERS.usual);
    const items = Buffer.byteLength(JSON.stringify(whole)) <= MOST_BYTES ? whole : itemsOf(CHARACTERS.least);
    const { page, limit } = ctx.params;
    if (ctx.params.format === "json") return pageOf(items, total, { page, limit });
    const document = { contentType: "text/csv; charset=utf-8", fileName: "page-views.csv", text: csvOf(COLUMNS, items) };
    return { ...pageOf([], total, { page, limit }), document };
  });

function itemOf(row: AnalyticsPageView, visit: AnalyticsSession | null, characters: number) {
  const short = (text: string) => text.slice(0, characters);
  const shortOrNull = (text: string | null | undefined) => (text == null ? null : short(text));
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
