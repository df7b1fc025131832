import { implement } from "#libs/contract-kit/implement.ts";
import { getBreakdown } from "#libs/contracts/analytics/index.ts";
import type { Deps } from "../deps.ts";
import type { Share } from "../domain/rollup.ts";
import { ownReportScope, rangeOf } from "../reports/own-report-scope.ts";
import { readableHost } from "../views/readable-host.ts";

/** GET /creators/{creatorId}/analytics/breakdown */
export const getBreakdownAction = (deps: Pick<Deps, "clock" | "sessions" | "dashboard">) =>
  implement(getBreakdown, async (ctx) => {
    const scope = await ownReportScope(ctx, deps);
    const { dimension } = ctx.params;
    const items = await deps.dashboard.breakdown(scope, dimension);
    return { ...rangeOf(scope), dimension, items: dimension === "referrer" ? items.map(withReadableHost) : items };
  });

const withReadableHost = ({ value, count }: Share): Share => ({ value: value === null ? null : readableHost(value), count });
