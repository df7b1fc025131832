import { implement } from "#libs/contract-kit/implement.ts";
import { getBreakdown } from "#libs/contracts/analytics.ts";
import type { Deps } from "../deps.ts";
import { ownReport, rangeOf } from "../own-report.ts";

/** GET /creators/{creatorId}/analytics/breakdown */
export const getBreakdownAction = (deps: Pick<Deps, "clock" | "sessions" | "dashboard">) =>
  implement(getBreakdown, async (ctx) => {
    const scope = await ownReport(ctx, deps);
    const { dimension } = ctx.params;
    return { ...rangeOf(scope), dimension, items: await deps.dashboard.breakdown(scope, dimension) };
  });
