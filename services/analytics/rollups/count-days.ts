import { DIMENSIONS, type Dimension } from "#libs/contracts/analytics-reports.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { everybodys } from "../data/report-rows.ts";
import type { DayCount, DayViews, DayVisitor, TallyStore } from "../data/tally.store.ts";
import { beginOf } from "../domain/closed-days.ts";
import type { DayCounts, Share } from "../domain/day-counts.ts";
import { packKeys } from "../domain/key-counts.ts";
import { inChunks } from "./breathe.ts";

/** A day with more is not rolled up; a dimension with more is left out of its rollup. */
export interface Widths {
  readonly visitors: number;
  readonly values: number;
  /** Bytes of all values of a dimension. */
  readonly valueBytes: number;
}

export const WIDTHS: Widths = { visitors: 100_000, values: 1_000, valueBytes: 200_000 };

/** Values of a dimension on several days together. */
const VALUES_OF_DAYS = 4_000;

type Counted = Map<string, DayCounts | null>;

/**
 * Counts days of a page that follow each other from their rows. Null for a day that is too wide for a rollup; null instead of
 * everything where several days are too much for one step.
 */
export async function countDays(tallies: TallyStore, bioPageId: string, days: readonly string[], widths = WIDTHS): Promise<Counted | null> {
  const first = days[0];
  if (first === undefined) return new Map();
  const from = beginOf(first);
  const rows = everybodys({ bioPageId, from, to: new Date(from.getTime() + days.length * DAY) }, days.length === 1 ? first : undefined);
  const mostValues = days.length === 1 ? widths.values : Math.max(widths.values, VALUES_OF_DAYS);
  // One half after the other: visitors need connections, too.
  const [visits, views, looks, clicks] = await Promise.all([
    tallies.visits(rows, widths.visitors),
    tallies.views(rows),
    tallies.looks(rows),
    tallies.clicks(rows, widths.visitors),
  ]);
  const shares = await Promise.all(DIMENSIONS.map(async (name) => [name, await tallies.shares(rows, name, mostValues)] as const));
  const tooMany = visits === null || clicks === null || (days.length > 1 && shares.some(([, values]) => values === null));
  if (tooMany) return days.length > 1 ? null : new Map([[first, null]]);
  const of = {
    visits: Map.groupBy(visits, dayOf),
    views: new Map(views.map((each) => [each.day, each])),
    looks: new Map(looks.map(({ day, count }) => [day, count])),
    clicks: Map.groupBy(clicks, dayOf),
    shares: shares.map(([dimension, values]) => [dimension, values && Map.groupBy(values, dayOf)] as const),
  };
  const counted: Counted = new Map();
  for (const day of days) {
    const sums = { ...sumOf(of.visits.get(day) ?? []), ...viewsOn(of.views.get(day)), bioViews: of.looks.get(day) ?? 0 };
    const visitorKeys = await packed((of.visits.get(day) ?? []).map(({ visitor, sessions }) => ({ key: visitor, count: sessions })));
    const clickKeys = await packed(of.clicks.get(day) ?? []);
    const values = of.shares.map(([dimension, byDay]) => [dimension, byDay && narrow(byDay.get(day) ?? [], widths)] as const);
    counted.set(day, { ...sums, visitorKeys, clickKeys, shares: Object.fromEntries(values) as Record<Dimension, Share[] | null> });
  }
  return counted;
}

const dayOf = ({ day }: { readonly day: string }) => day;

const NOTHING_MEASURED = { micros: 0n, count: 0 } as const;

function viewsOn(views: DayViews | undefined) {
  const { pageViews = 0, linkClicks = 0, duration = NOTHING_MEASURED, scrollDepth = NOTHING_MEASURED } = views ?? {};
  return { pageViews, linkClicks, duration, scrollDepth };
}

/** The sessions of all visitors together. */
export function sumOf(visits: readonly DayVisitor[]) {
  const sums = { visitors: visits.length, sessions: 0, bounced: 0, engaged: 0 };
  for (const visit of visits) {
    sums.sessions += visit.sessions;
    sums.bounced += visit.bounced;
    sums.engaged += visit.engaged;
  }
  return sums;
}

/** Packs keys without holding up everybody else. */
export async function packed(entries: readonly { readonly key: string; readonly count: number }[]): Promise<Buffer> {
  const packs: Buffer[] = [];
  await inChunks(entries, (chunk) => packs.push(packKeys(chunk)));
  return Buffer.concat(packs);
}

/** The values of a day, or null when they are too many or too long. */
function narrow(values: readonly DayCount<string | null>[], { values: most, valueBytes }: Widths): Share[] | null {
  if (values.length > most) return null;
  const bytes = values.reduce((sum, { key }) => sum + Buffer.byteLength(key ?? ""), 0);
  return bytes > valueBytes ? null : values.map(({ key, count }) => ({ value: key, count }));
}
