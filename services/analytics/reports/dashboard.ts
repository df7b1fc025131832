import type { Dimension } from "#libs/contracts/analytics/reports.ts";
import type { ReportScope } from "../data/report-rows.ts";
import type { Share } from "../domain/rollup.ts";
import { countBreakdown } from "./breakdown.ts";
import { countFunnel, type Funnel } from "./funnel.ts";
import { countOverview, type Overview } from "./overview.ts";
import type { DashboardDeps } from "./split-range.ts";
import { countTimeseries, type Timeseries } from "./timeseries.ts";

/**
 * The reports of a creator's page. Closed days and hours come from rollups, minus the visits of the owner; the rest of a range is counted from its
 * rows. Every number is equal to a recount of the whole range.
 */
export interface Dashboard {
  overview(scope: ReportScope): Promise<Overview>;
  timeseries(scope: ReportScope): Promise<Timeseries>;
  breakdown(scope: ReportScope, dimension: Dimension): Promise<Share[]>;
  funnel(scope: ReportScope): Promise<Funnel>;
}

export function dashboard(deps: DashboardDeps): Dashboard {
  return {
    overview: (scope) => countOverview(deps, scope),
    timeseries: (scope) => countTimeseries(deps, scope),
    breakdown: (scope, dimension) => countBreakdown(deps, scope, dimension),
    funnel: (scope) => countFunnel(deps, scope),
  };
}
