import type { Dimension } from "#libs/contracts/analytics-reports.ts";
import type { ReportScope } from "../data/report-rows.ts";
import { breakdownOf } from "./breakdown.ts";
import { funnelOf } from "./funnel.ts";
import { overviewOf } from "./overview.ts";
import type { DashboardParts } from "./parted-range.ts";
import { timeseriesOf } from "./timeseries.ts";

export type Dashboard = ReturnType<typeof dashboard>;

/**
 * What creators are told of their pages: closed days from rollups of what everybody did, less what the owner did on them, and
 * the rest of the range from its rows. Always equal to the recount of the whole range.
 */
export function dashboard(parts: DashboardParts) {
  return {
    overview: (scope: ReportScope) => overviewOf(parts, scope),
    timeseries: (scope: ReportScope) => timeseriesOf(parts, scope),
    breakdown: (scope: ReportScope, dimension: Dimension) => breakdownOf(parts, scope, dimension),
    funnel: (scope: ReportScope) => funnelOf(parts, scope),
  };
}
