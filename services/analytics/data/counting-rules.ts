import type { Dimension } from "#libs/contracts/analytics-reports.ts";
import type { Measure, Numbers } from "../domain/day-counts.ts";

// How a number is counted from rows: the same for the recount and for rollups.

export type ViewTotals = Pick<Numbers, "pageViews" | "linkClicks" | "duration" | "scrollDepth">;

/** Field of a session by dimension. */
const SESSION_FIELDS = {
  country: "country",
  device: "device",
  browser: "browser",
  os: "os",
  referrer: "referrerDomain",
  utmSource: "utmSource",
} as const satisfies Record<Exclude<Dimension, "page">, string>;

/** Which rows a dimension counts: page views by path, else sessions. */
export const sourceOf = (dimension: Dimension) =>
  dimension === "page"
    ? ({ rows: "pageViews", field: "path" } as const)
    : ({ rows: "sessions", field: SESSION_FIELDS[dimension] } as const);

/** Clicks on a link of the page. */
export const CLICKED = { linkClicked: { $ne: null } } as const;

/** The day of an instant (UTC). */
export const dayOf = (field: string) => ({ $dateToString: { date: field, format: "%Y-%m-%d" } });

export const ONE_BY_ONE = { $sum: 1 } as const;
/** How many have a flag, and how many surely not. */
export const isTrue = (field: string) => ({ $sum: { $cond: [`$${field}`, 1, 0] } });
export const isFalse = (field: string) => ({ $sum: { $cond: [{ $eq: [`$${field}`, false] }, 1, 0] } });
const measured = (field: string) => ({
  [`${field}Sum`]: { $sum: { $toLong: { $round: [{ $multiply: [`$${field}`, 1_000_000] }] } } },
  [`${field}Count`]: { $sum: { $cond: [{ $gt: [`$${field}`, null] }, 1, 0] } },
});

/** What is summed up over page views. */
export const VIEW_SUMS = {
  pageViews: ONE_BY_ONE,
  linkClicks: { $sum: { $cond: [{ $ne: ["$linkClicked", null] }, 1, 0] } },
  ...measured("duration"),
  ...measured("scrollDepth"),
} as const;

export type ViewSums = Readonly<
  Record<"pageViews" | "linkClicks" | "durationSum" | "durationCount" | "scrollDepthSum" | "scrollDepthCount", number | bigint>
>;

export function viewsOf(sums: ViewSums | undefined): ViewTotals {
  const measure = (field: "duration" | "scrollDepth"): Measure => ({
    micros: BigInt(sums?.[`${field}Sum`] ?? 0),
    count: Number(sums?.[`${field}Count`] ?? 0),
  });
  return {
    pageViews: Number(sums?.pageViews ?? 0),
    linkClicks: Number(sums?.linkClicks ?? 0),
    duration: measure("duration"),
    scrollDepth: measure("scrollDepth"),
  };
}
