import type { Dimension } from "#libs/contracts/analytics-reports.ts";
import { MOST_SHARES } from "../data/report.store.ts";
import { others, owners, type ReportScope } from "../data/report-rows.ts";
import type { DayCount } from "../data/tally.store.ts";
import type { Share } from "../domain/day-counts.ts";
import { shareList } from "../domain/share-list.ts";
import { type DashboardParts, onDays, partedBy, partedRange } from "./parted-range.ts";

/** Values that a report reads of days that are not rolled up; more of them are counted by the store. */
const MOST_LIVE_VALUES = 20_000;

/** The greatest shares of a dimension. */
export async function breakdownOf(parts: DashboardParts, scope: ReportScope, dimension: Dimension): Promise<Share[]> {
  return (await rolledBreakdown(parts, scope, dimension)) ?? parts.reports.shares(scope, dimension);
}

/** Null when the store is to count. */
async function rolledBreakdown(parts: DashboardParts, scope: ReportScope, dimension: Dimension): Promise<Share[] | null> {
  const { tallies, pageDays } = parts;
  const found = await partedRange(parts, scope);
  if (!found) return null;
  const list = shareList();
  const listed: string[] = [];
  for await (const { day, value } of pageDays.shares(scope.bioPageId, found.days, dimension)) {
    // Too many values on this day: they are counted with the rest of the range.
    if (value === null) continue;
    list.add(value);
    listed.push(day);
  }
  const parted = partedBy(scope, listed, found.rolled);
  if (!parted) return null;
  const [own, ...rest] = await Promise.all([
    tallies.shares(owners(parted.own), dimension, MOST_LIVE_VALUES),
    ...parted.rest.map((piece) => tallies.shares(others(piece), dimension, MOST_LIVE_VALUES)),
  ]);
  if (!own) return null;
  list.subtract(sharesOf(onDays(listed, own)));
  for (const counts of rest) {
    if (counts === null) return null;
    list.add(sharesOf(counts));
  }
  return list.greatest(MOST_SHARES);
}

const sharesOf = (counts: readonly DayCount<string | null>[]): Share[] => counts.map(({ key, count }) => ({ value: key, count }));
