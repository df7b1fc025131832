import { others, owners, type ReportScope } from "../data/report-rows.ts";
import { sumOf } from "./count-days.ts";
import { distinctKeys, MOST_LIVE_KEYS } from "./distinct-keys.ts";
import { bioViewTotal } from "./overview.ts";
import { type DashboardParts, onDays, type PartedRange, partedRange, total } from "./parted-range.ts";

type Funnel = Readonly<Record<"bioViews" | "sessions" | "engaged" | "clicked", number>>;

/** From looks at the page to sessions in which a link was clicked, in a range. */
export async function funnelOf(parts: DashboardParts, scope: ReportScope): Promise<Funnel> {
  const { reports } = parts;
  const parted = await partedRange(parts, scope);
  const closed = parted && (await rolledFunnel(parts, parted));
  if (closed) return closed;
  const [bioViews, { sessions }, engagement] = await Promise.all([
    reports.countBioViews(scope),
    reports.sessionTotals(scope),
    reports.engagement(scope),
  ]);
  return { bioViews, sessions, ...engagement };
}

/** Null when the store is to count. */
async function rolledFunnel(parts: DashboardParts, parted: PartedRange): Promise<Funnel | null> {
  const { tallies, pageDays, reports } = parts;
  const rows = owners(parted.own);
  const [bioViews, visits, clicks, ...rest] = await Promise.all([
    bioViewTotal(parts, parted),
    tallies.visits(rows, MOST_LIVE_KEYS),
    tallies.clicks(rows, MOST_LIVE_KEYS),
    ...parted.rest.map(async (piece) => ({
      ...(await reports.sessionTotals(piece)),
      ...(await reports.engagement(piece)),
      clicks: await tallies.clicks(others(piece), MOST_LIVE_KEYS),
    })),
  ]);
  if (visits === null || clicks === null) return null;
  const live: { key: string; count: number }[] = [];
  for (const piece of rest) {
    if (piece.clicks === null) return null;
    live.push(...piece.clicks);
  }
  const clicked = await distinctKeys(pageDays, parted, "clickKeys", { own: onDays(parted.days, clicks), rest: live });
  if (clicked === null) return null;
  const own = sumOf(onDays(parted.days, visits));
  const sum = (name: "sessions" | "engaged") => rest.reduce((all, piece) => all + piece[name], 0);
  return {
    bioViews,
    sessions: total(parted, "sessions", own.sessions, sum("sessions")),
    engaged: total(parted, "engaged", own.engaged, sum("engaged")),
    clicked,
  };
}
