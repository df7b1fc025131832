import { implement } from "#libs/contract-kit/implement.ts";
import { exportPageViews } from "#libs/contracts/analytics/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { ViewPlace } from "../data/report.store.ts";
import type { Deps } from "../deps.ts";
import { ownReportScope } from "../reports/own-report-scope.ts";
import { exportedPageView } from "../views/exported-page-view.ts";

/** Longest text in an export, in characters. A page of very long texts must fit into one message of the bus. */
const TEXT_LIMIT = { normal: 200, short: 40 } as const;
const MAX_PAGE_BYTES = 700_000;

/** GET /creators/{creatorId}/analytics/export. */
export const exportPageViewsAction = (deps: Pick<Deps, "clock" | "sessions" | "reports">) =>
  implement(exportPageViews, async (ctx) => {
    const scope = await ownReportScope(ctx, deps);
    const { cursor } = ctx.params;
    const { rows, total, last } = await deps.reports.listPageViews(scope, ctx.params, cursor === undefined ? null : placeOf(cursor));
    const sessions = await deps.sessions.findByIds([...new Set(rows.map(({ sessionId }) => sessionId))]);
    const sessionById = new Map(sessions.map((session) => [session._id, session]));
    const itemsOf = (characters: number) => rows.map((row) => exportedPageView(row, sessionById.get(row.sessionId), characters));
    const normal = itemsOf(TEXT_LIMIT.normal);
    const items = Buffer.byteLength(JSON.stringify(normal)) <= MAX_PAGE_BYTES ? normal : itemsOf(TEXT_LIMIT.short);
    return { ...pageOf(items, total, ctx.params), nextCursor: last && `${last.at.getTime()}.${last.views}` };
  });

function placeOf(cursor: string): ViewPlace {
  const [at = 0, views = 0] = cursor.split(".").map(Number);
  return { at: new Date(at), views };
}
