import { ownerRows, type ReportScope, reportRows } from "../data/report-rows.ts";
import { sumVisits } from "../rollups/count-periods.ts";
import type { CountedKey } from "../rollups/pack-in-chunks.ts";
import { countDistinctKeys, MAX_LIVE_KEYS } from "./distinct-keys.ts";
import { countRolledBioViews } from "./overview.ts";
import { type DashboardDeps, type SplitRange, splitRange, totalOf, within } from "./split-range.ts";

/** The steps from views of the bio page to sessions in which a link was clicked. */
export type Funnel = Readonly<Record<"bioViews" | "sessions" | "engaged" | "clicked", number>>;

export async function countFunnel(deps: DashboardDeps, scope: ReportScope): Promise<Funnel> {
  const { reports } = deps;
  const split = await splitRange(deps, scope);
  const rolled = split && (await rolledFunnel(deps, split));
  if (rolled) return rolled;
  const [bioViews, { sessions }, engagement] = await Promise.all([
    reports.countBioViews(scope),
    reports.countSessions(scope),
    reports.countEngagement(scope),
  ]);
  return { bioViews, sessions, ...engagement };
}

/** Null when the database has to count the whole range. */
async function rolledFunnel(deps: DashboardDeps, split: SplitRange): Promise<Funnel | null> {
  const { periodCounts, pageDays, reports } = deps;
  const rows = ownerRows(split.rolledRange);
  const [bioViews, ownerVisits, ownerClicks, ...rest] = await Promise.all([
    countRolledBioViews(deps, split),
    periodCounts.countVisits(rows, MAX_LIVE_KEYS),
    periodCounts.countClicks(rows, MAX_LIVE_KEYS),
    ...split.rest.map(async (range) => ({
      ...(await reports.countSessions(range)),
      ...(await reports.countEngagement(range)),
      clicks: await periodCounts.countClicks(reportRows(range), MAX_LIVE_KEYS),
    })),
  ]);
  if (ownerVisits === null || ownerClicks === null) return null;
  const restClicks: CountedKey[] = [];
  for (const { clicks } of rest) {
    if (clicks === null) return null;
    restClicks.push(...clicks);
  }
  const clicked = await countDistinctKeys(pageDays, split, "clickKeys", { owner: within(split.periods, ownerClicks), rest: restClicks });
  if (clicked === null) return null;
  const owner = sumVisits(within(split.periods, ownerVisits));
  const restOf = (field: "sessions" | "engaged") => rest.reduce((sum, range) => sum + range[field], 0);
  return {
    bioViews,
    sessions: totalOf(split, "sessions", { owner: owner.sessions, rest: restOf("sessions") }),
    engaged: totalOf(split, "engaged", { owner: owner.engaged, rest: restOf("engaged") }),
    clicked,
  };
}
