import type { Period } from "../domain/closed-periods.ts";

/** A page and a range of time: `from` is included, `to` is not. */
export interface PageRange {
  readonly bioPageId: string;
  readonly from: Date;
  readonly to: Date;
}

/** The rows that a report counts. Every report reads the rows of one page and one range, by an index of the page. */
export interface ReportScope extends PageRange {
  /** User id of the owner, whose own visits do not count. */
  readonly ownerId: string;
  readonly ownSessions: readonly string[];
  /** Visitor hashes of the own sessions. */
  readonly ownVisitors: readonly string[];
}

/** A filter, and the index to use where several fit. */
export interface RowFilter {
  readonly match: Readonly<Record<string, unknown>>;
  readonly hint?: string;
}

/** The rows of each kind, as filters that are run one by one; no row matches two of them. */
export interface RowSelection {
  readonly sessions: readonly RowFilter[];
  readonly pageViews: readonly RowFilter[];
  readonly bioViews: readonly RowFilter[];
  /** Each row counts under its own day or hour, or all of them count under one period. */
  readonly countedUnder: "DAY" | "HOUR" | { readonly period: Period };
}

/** Most own sessions or visitors in one query. */
const MAX_IDS_PER_QUERY = 1_000;

const within = ({ from, to }: PageRange) => ({ $gte: from, $lt: to });

// Bot views never count.
const allSessions = (range: PageRange) => ({ bioPageId: range.bioPageId, createdAt: within(range) });
const allPageViews = (range: PageRange) => ({ bioPageId: range.bioPageId, enteredAt: within(range), isBot: false });
const allBioViews = (range: PageRange) => ({ bioPageId: range.bioPageId, createdAt: within(range), isBot: false });

/** Filters for the rows that count in a report: all but those of the owner. */
export const sessionsOf = (scope: ReportScope) => ({ ...allSessions(scope), userId: { $ne: scope.ownerId } });
export const pageViewsOf = (scope: ReportScope) => ({ ...allPageViews(scope), sessionId: { $nin: scope.ownSessions } });
export const bioViewsOf = (scope: ReportScope) => ({ ...allBioViews(scope), visitorHash: { $nin: scope.ownVisitors } });

/** All rows, those of the owner included. */
export const allRows = (range: PageRange, countedUnder: RowSelection["countedUnder"]): RowSelection => ({
  countedUnder,
  sessions: [{ match: allSessions(range) }],
  pageViews: [{ match: allPageViews(range) }],
  bioViews: [{ match: allBioViews(range) }],
});

/** The rows that count in a report. */
export const reportRows = (scope: ReportScope, countedUnder: RowSelection["countedUnder"] = { period: "any" }): RowSelection => ({
  countedUnder,
  sessions: [{ match: sessionsOf(scope) }],
  pageViews: [{ match: pageViewsOf(scope) }],
  bioViews: [{ match: bioViewsOf(scope) }],
});

/** The rows of the owner by hour: {@link allRows} without {@link reportRows}. The hints let a query read only these rows. */
export const ownerRows = (scope: ReportScope): RowSelection => ({
  countedUnder: "HOUR",
  sessions: [{ match: { ...allSessions(scope), userId: scope.ownerId }, hint: "of_user" }],
  pageViews: chunks(scope.ownSessions).map((ids) => ({
    match: { ...allPageViews(scope), sessionId: { $in: ids } },
    hint: "of_session",
  })),
  bioViews: chunks(scope.ownVisitors).map((hashes) => ({
    match: { ...allBioViews(scope), visitorHash: { $in: hashes, $gt: "" } },
    hint: "of_visitor",
  })),
});

function chunks(ids: readonly string[]): (readonly string[])[] {
  const count = Math.ceil(ids.length / MAX_IDS_PER_QUERY);
  return Array.from({ length: count }, (_, index) => ids.slice(index * MAX_IDS_PER_QUERY, (index + 1) * MAX_IDS_PER_QUERY));
}
