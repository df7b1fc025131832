import { implement } from "#libs/contract-kit/implement.ts";
import { getOverview } from "#libs/contracts/analytics.ts";
import type { Deps } from "../deps.ts";
import { ownReport, rangeOf } from "../own-report.ts";

/** GET /creators/{creatorId}/analytics/overview */
export const getOverviewAction = (deps: Pick<Deps, "clock" | "sessions" | "reports">) =>
  implement(getOverview, async (ctx) => {
    const scope = await ownReport(ctx, deps);
    const [visits, views, bioViews] = await Promise.all([
      deps.reports.sessionTotals(scope),
      deps.reports.pageViewTotals(scope),
      deps.reports.countBioViews(scope),
    ]);
    const { sessions, bounced, visitors } = visits;
    return { ...rangeOf(scope), ...views, bioViews, sessions, visitors, bounceRate: sessions === 0 ? 0 : bounced / sessions };
  });
