import { implement } from "#libs/contract-kit/implement.ts";
import { getOverview } from "#libs/contracts/analytics/index.ts";
import type { Deps } from "../deps.ts";
import { ownReportScope, rangeOf } from "../reports/own-report-scope.ts";

/** GET /creators/{creatorId}/analytics/overview */
export const getOverviewAction = (deps: Pick<Deps, "clock" | "sessions" | "dashboard">) =>
  implement(getOverview, async (ctx) => {
    const scope = await ownReportScope(ctx, deps);
    const { bounced, ...totals } = await deps.dashboard.overview(scope);
    return { ...rangeOf(scope), ...totals, bounceRate: totals.sessions === 0 ? 0 : bounced / totals.sessions };
  });
