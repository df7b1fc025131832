import type { ConfigReader } from "#libs/config/reader.ts";
import { type Clock, DAY } from "#libs/kernel/clock.ts";
import type { PageDayStore } from "../data/page-day.store.ts";
import type { ReportStore } from "../data/report.store.ts";
import type { ReportScope } from "../data/report-rows.ts";
import type { TallyStore } from "../data/tally.store.ts";
import { beginOf, closedDays, withoutDays } from "../domain/closed-days.ts";
import type { DayNumbers } from "../domain/day-counts.ts";
import type { RollUps } from "./roll-up.ts";

export interface DashboardParts {
  readonly clock: Clock;
  readonly config: ConfigReader;
  /** Counts all of a range, where rollups are of no use. */
  readonly reports: ReportStore;
  readonly tallies: TallyStore;
  readonly pageDays: PageDayStore;
  readonly rollUps: RollUps;
}

/** A range of a report: the days whose numbers are known, and the rest of it. */
export interface PartedRange {
  readonly rolled: ReadonlyMap<string, DayNumbers>;
  /** Days of `rolled`, in order. */
  readonly days: readonly string[];
  /** What is left, to be counted from its rows. */
  readonly rest: readonly ReportScope[];
  /** All of the rolled days, to find what the owner did on them. */
  readonly own: ReportScope;
}

/** Pieces of a range that are counted side by side; one in more pieces is counted whole. */
const MOST_PIECES = 8;

/** Parts a range; null when all of it is to be counted from its rows. */
export async function partedRange({ clock, config, rollUps }: DashboardParts, scope: ReportScope): Promise<PartedRange | null> {
  const closed = closedDays(scope, clock.now(), config.read("analytics.retention_days"));
  const rolled = await rollUps.numbersOf(scope.bioPageId, closed);
  return partedBy(
    scope,
    closed.filter((day) => rolled.has(day)),
    rolled,
  );
}

/** A range in days that are known and the rest; null when there are none of the former, or too many pieces of the latter. */
export function partedBy(scope: ReportScope, days: readonly string[], rolled: ReadonlyMap<string, DayNumbers>): PartedRange | null {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const rest = withoutDays(scope, days).map((piece) => ({ ...scope, ...piece }));
  if (rest.length > MOST_PIECES) return null;
  return { rolled, days, rest, own: { ...scope, from: beginOf(first), to: new Date(beginOf(last).getTime() + DAY) } };
}

/** What the owner did on rolled days, of all that was found between the first and the last of them. */
export function onDays<T extends { readonly day: string }>(days: readonly string[], found: readonly T[]): T[] {
  const rolled = new Set(days);
  return found.filter(({ day }) => rolled.has(day));
}

/** A number over rolled days, without what the owner did, and with what the rest of the range adds. */
export function total(parted: PartedRange, number: "sessions" | "bounced" | "engaged" | "bioViews", own: number, rest: number): number {
  return parted.days.reduce((sum, day) => sum + (parted.rolled.get(day)?.[number] ?? 0), rest - own);
}
