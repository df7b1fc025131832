import type { Dimension } from "#libs/contracts/analytics/reports.ts";
import type { Measure, Totals } from "../domain/rollup.ts";

// The counting rules, shared by rollups and by the recount of a whole range.

export type ViewTotals = Pick<Totals, "pageViews" | "linkClicks" | "duration" | "scrollDepth">;

/** Field of a session by dimension. */
const SESSION_FIELDS = {
  country: "country",
  device: "device",
  browser: "browser",
  os: "os",
  referrer: "referrerDomain",
  utmSource: "utmSource",
} as const satisfies Record<Exclude<Dimension, "page">, string>;

/** For each dimension the counted rows and the field with its values: page views by path, else sessions. */
export const sourceOf = (dimension: Dimension) =>
  dimension === "page"
    ? ({ rows: "pageViews", field: "path" } as const)
    : ({ rows: "sessions", field: SESSION_FIELDS[dimension] } as const);

/** Matches page views with a click on a link of the page. */
export const HAS_CLICK = { linkClicked: { $ne: null } } as const;

/** The day (UTC) of an instant. */
export const dayOf = (field: string) => ({ $dateToString: { date: field, format: "%Y-%m-%d" } });
/** The hour (UTC) of an instant. */
export const hourOf = (field: string) => ({ $dateToString: { date: field, format: "%Y-%m-%dT%H" } });

export const COUNT = { $sum: 1 } as const;
/** Counts the rows in which a flag is set. */
export const countTrue = (field: string) => ({ $sum: { $cond: [`$${field}`, 1, 0] } });
/** Counts the rows in which a flag is false; rows without the flag do not count. */
export const countFalse = (field: string) => ({ $sum: { $cond: [{ $eq: [`$${field}`, false] }, 1, 0] } });
const measured = (field: string) => ({
  [`${field}Sum`]: { $sum: { $toLong: { $round: [{ $multiply: [`$${field}`, 1_000_000] }] } } },
  [`${field}Count`]: { $sum: { $cond: [{ $gt: [`$${field}`, null] }, 1, 0] } },
});

/** Counts page views. A row with a click records a followed link, not a further view of the page. */
const COUNT_VIEWS = { $sum: { $cond: [{ $eq: ["$linkClicked", null] }, 1, 0] } } as const;

/** How the rows of a dimension, or of a day, are counted. */
export const countOfRows = (rows: "pageViews" | "sessions" | "bioViews") => (rows === "pageViews" ? COUNT_VIEWS : COUNT);

/** The sums over page views; {@link viewTotalsOf} reads the result. */
export const VIEW_SUMS = {
  pageViews: COUNT_VIEWS,
  linkClicks: { $sum: { $cond: [{ $ne: ["$linkClicked", null] }, 1, 0] } },
  ...measured("duration"),
  ...measured("scrollDepth"),
} as const;

export type ViewSums = Readonly<
  Record<"pageViews" | "linkClicks" | "durationSum" | "durationCount" | "scrollDepthSum" | "scrollDepthCount", number | bigint>
>;

export function viewTotalsOf(sums: ViewSums | undefined): ViewTotals {
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
