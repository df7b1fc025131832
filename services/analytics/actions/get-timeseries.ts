import { implement } from "#libs/contract-kit/implement.ts";
import { getTimeseries } from "#libs/contracts/analytics/index.ts";
import type { Deps } from "../deps.ts";
import { daysOf } from "../domain/report-range.ts";
import { ownReportScope, rangeOf } from "../reports/own-report-scope.ts";

/** GET /creators/{creatorId}/analytics/timeseries: every day of the range, days without visits included. */
export const getTimeseriesAction = (deps: Pick<Deps, "clock" | "sessions" | "dashboard">) =>
  implement(getTimeseries, async (ctx) => {
    const scope = await ownReportScope(ctx, deps);
    const { pageViews, sessions, visitors, bioViews } = await deps.dashboard.timeseries(scope);
    const points = daysOf(scope).map((date) => ({
      date,
      pageViews: pageViews.get(date) ?? 0,
      sessions: sessions.get(date) ?? 0,
      visitors: visitors.get(date) ?? 0,
      bioViews: bioViews.get(date) ?? 0,
    }));
    return { ...rangeOf(scope), granularity: ctx.params.granularity, points };
  });
