import { implement } from "#libs/contract-kit/implement.ts";
import { getBreakdown } from "#libs/contracts/analytics/index.ts";
import type { Deps } from "../deps.ts";
import { ownReportScope, rangeOf } from "../reports/own-report-scope.ts";

/** GET /creators/{creatorId}/analytics/breakdown */
export const getBreakdownAction = (deps: Pick<Deps, "clock" | "sessions" | "dashboard">) =>
  implement(getBreakdown, async (ctx) => {
    const scope = await ownReportScope(ctx, deps);
    const { dimension } = ctx.params;
    return { ...rangeOf(scope), dimension, items: await deps.dashboard.breakdown(scope, dimension) };
  });
