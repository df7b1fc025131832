/** A page and a stretch of time: from an instant on until, and not at, another. */
export interface PageSpan {
  readonly bioPageId: string;
  readonly from: Date;
  readonly to: Date;
}

/** Which rows a report counts. All reports read one page's rows of one range, by the index of the page. */
export interface ReportScope extends PageSpan {
  /** The owner, whose own visits do not count. */
  readonly ownerId: string;
  readonly ownSessions: readonly string[];
  readonly ownVisitors: readonly string[];
}

/** A filter, and the index that answers it where the filter fits several. */
export interface RowFilter {
  readonly match: Readonly<Record<string, unknown>>;
  readonly hint?: string;
}

/** Rows of each kind, one after the other filter; no row fits two of them. */
export interface RowSelection {
  readonly sessions: readonly RowFilter[];
  readonly pageViews: readonly RowFilter[];
  readonly bioViews: readonly RowFilter[];
  /** The one day that all rows are counted under; absent: each under its own. */
  readonly day?: string | undefined;
}

/** Own visits that one query names. */
const MOST_NAMED = 1_000;

const within = ({ from, to }: PageSpan) => ({ $gte: from, $lt: to });

// What machines did never counts.
const allSessions = (span: PageSpan) => ({ bioPageId: span.bioPageId, createdAt: within(span) });
const allPageViews = (span: PageSpan) => ({ bioPageId: span.bioPageId, enteredAt: within(span), isBot: false });
const allBioViews = (span: PageSpan) => ({ bioPageId: span.bioPageId, createdAt: within(span), isBot: false });

/** The rows that count in a report: all but the owner's. */
export const sessionsOf = (scope: ReportScope) => ({ ...allSessions(scope), userId: { $ne: scope.ownerId } });
export const pageViewsOf = (scope: ReportScope) => ({ ...allPageViews(scope), sessionId: { $nin: scope.ownSessions } });
export const bioViewsOf = (scope: ReportScope) => ({ ...allBioViews(scope), visitorHash: { $nin: scope.ownVisitors } });

/** Everybody's rows, those of the owner among them. */
export const everybodys = (span: PageSpan, day?: string): RowSelection => ({
  day,
  sessions: [{ match: allSessions(span) }],
  pageViews: [{ match: allPageViews(span) }],
  bioViews: [{ match: allBioViews(span) }],
});

/** The rows that count in a report, of whatever day. */
export const others = (scope: ReportScope): RowSelection => ({
  day: "any",
  sessions: [{ match: sessionsOf(scope) }],
  pageViews: [{ match: pageViewsOf(scope) }],
  bioViews: [{ match: bioViewsOf(scope) }],
});

/** The owner's rows: {@link everybodys} without {@link others}. Found by the owner, so that only they are read. */
export const owners = (scope: ReportScope): RowSelection => ({
  sessions: [{ match: { ...allSessions(scope), userId: scope.ownerId }, hint: "of_user" }],
  pageViews: chunks(scope.ownSessions).map((named) => ({
    match: { ...allPageViews(scope), sessionId: { $in: named } },
    hint: "of_session",
  })),
  bioViews: chunks(scope.ownVisitors).map((named) => ({
    match: { ...allBioViews(scope), visitorHash: { $in: named, $gt: "" } },
    hint: "of_visitor",
  })),
});

function chunks(names: readonly string[]): (readonly string[])[] {
  return Array.from({ length: Math.ceil(names.length / MOST_NAMED) }, (_, at) => names.slice(at * MOST_NAMED, (at + 1) * MOST_NAMED));
}
