import type { Dimension } from "#libs/contracts/analytics/reports.ts";
import type { Collection, Collections, Stage } from "#libs/platform/mongo/collection.ts";
import type { Period } from "../domain/closed-periods.ts";
import { analyticsPageViews } from "./analytics-page-view.model.ts";
import { analyticsSessions } from "./analytics-session.model.ts";
import { bioPageViews } from "./bio-page-view.store.ts";
import {
  COUNT,
  countFalse,
  countOfRows,
  countTrue,
  dayOf,
  HAS_CLICK,
  hourOf,
  sourceOf,
  VIEW_SUMS,
  type ViewSums,
  type ViewTotals,
  viewTotalsOf,
} from "./counting-rules.ts";
import type { RowFilter, RowSelection } from "./report-rows.ts";

/** The sessions of one visitor in one period. */
export interface PeriodVisitor {
  readonly period: Period;
  readonly visitor: string;
  readonly sessions: number;
  readonly bounced: number;
  readonly engaged: number;
}

/** The page views of one period. */
export interface PeriodViews extends ViewTotals {
  readonly period: Period;
}

/** How often a key occurs in one period: a session with clicks, or a value of a dimension. */
export interface PeriodCount<T> {
  readonly period: Period;
  readonly key: T;
  readonly count: number;
}

/**
 * Counts rows by day or hour: for rollups, and for the parts that a report adds to rollups or subtracts from them. A list has one entry for each
 * key; methods with a `limit` return null where the list would be longer. Rejects after four seconds (`isTimeLimitExceeded`).
 */
export interface PeriodCountStore {
  /** The rows of all kinds together; each kind is counted up to a limit. */
  countRows(selection: RowSelection, atMost: number): Promise<number>;
  countVisits(selection: RowSelection, limit: number): Promise<PeriodVisitor[] | null>;
  countPageViews(selection: RowSelection): Promise<PeriodViews[]>;
  countBioViews(selection: RowSelection): Promise<Omit<PeriodCount<never>, "key">[]>;
  /** Sessions in which a link of the page was clicked, with the number of clicks. */
  countClicks(selection: RowSelection, limit: number): Promise<PeriodCount<string>[] | null>;
  /** All values of a dimension. */
  countShares(selection: RowSelection, dimension: Dimension, limit: number): Promise<PeriodCount<string | null>[] | null>;
}

const MAX_TIME_MS = 4_000;

const ROW_KINDS = ["sessions", "pageViews", "bioViews"] as const;
type RowKind = (typeof ROW_KINDS)[number];

/** Computing the period of a row is the most expensive step. It is skipped when all rows belong to one period. */
function periodIn({ countedUnder }: RowSelection, field: "$createdAt" | "$enteredAt") {
  if (typeof countedUnder === "object") return { $literal: countedUnder.period };
  return countedUnder === "DAY" ? dayOf(field) : hourOf(field);
}

export function periodCountStore(database: Collections): PeriodCountStore {
  const { group, groupByKey, countOf } = grouping(database);
  return {
    async countRows(selection, atMost) {
      const counts = await Promise.all(ROW_KINDS.map((kind) => countOf(kind, selection[kind], atMost)));
      return counts.reduce((sum, count) => sum + count, 0);
    },

    async countVisits(selection, limit) {
      const sums = { sessions: COUNT, bounced: countTrue("bounced"), engaged: countFalse("bounced") };
      const stages = [
        { $group: { _id: { period: periodIn(selection, "$createdAt"), visitor: "$visitorHash" }, ...sums } },
        { $limit: limit + 1 },
      ];
      const rows = await group<{ _id: Pick<PeriodVisitor, "period" | "visitor"> } & Omit<PeriodVisitor, "period" | "visitor">>(
        "sessions",
        selection.sessions,
        stages,
      );
      if (rows.length > limit) return null;
      return rows.map(({ _id, ...row }) => ({
        ..._id,
        sessions: Number(row.sessions),
        bounced: Number(row.bounced),
        engaged: Number(row.engaged),
      }));
    },

    async countPageViews(selection) {
      const rows = await group<ViewSums & { _id: string }>("pageViews", selection.pageViews, [
        { $group: { _id: periodIn(selection, "$enteredAt"), ...VIEW_SUMS } },
      ]);
      return rows.map((row) => ({ period: row._id, ...viewTotalsOf(row) }));
    },

    async countBioViews(selection) {
      const rows = await group<{ _id: string; count: number }>("bioViews", selection.bioViews, [
        { $group: { _id: periodIn(selection, "$createdAt"), count: COUNT } },
      ]);
      return rows.map(({ _id, count }) => ({ period: _id, count: Number(count) }));
    },

    countClicks: (selection, limit) =>
      groupByKey<string>("pageViews", selection, { field: "sessionId", limit, and: HAS_CLICK, counts: COUNT }) as Promise<
        PeriodCount<string>[] | null
      >,

    countShares(selection, dimension, limit) {
      const { rows, field } = sourceOf(dimension);
      return groupByKey<string>(rows, selection, { field, limit, counts: countOfRows(rows) });
    },
  };
}

function grouping(database: Collections) {
  const collections: Readonly<Record<RowKind, Pick<Collection<unknown>, "aggregate" | "count">>> = {
    sessions: database.collection(analyticsSessions),
    pageViews: database.collection(analyticsPageViews),
    bioViews: database.collection(bioPageViews),
  };

  async function group<T>(kind: RowKind, filters: readonly RowFilter[], stages: Stage[], and: object = {}): Promise<T[]> {
    const lists = await Promise.all(
      filters.map(({ match, hint }) =>
        collections[kind].aggregate<T>([{ $match: { ...match, ...and } }, ...stages], {
          maxTimeMS: MAX_TIME_MS,
          ...(hint === undefined ? {} : { hint }),
        }),
      ),
    );
    return lists.flat();
  }

  async function groupByKey<T>(kind: RowKind, selection: RowSelection, of: { field: string; limit: number; counts: object; and?: object }) {
    const _id = { period: periodIn(selection, kind === "pageViews" ? "$enteredAt" : "$createdAt"), key: `$${of.field}` };
    const stages = [{ $group: { _id, count: of.counts } }, { $limit: of.limit + 1 }];
    const rows = await group<{ _id: { period: Period; key?: T }; count: number }>(kind, selection[kind], stages, of.and);
    return rows.length > of.limit
      ? null
      : rows
          .map(({ _id: { period, key }, count }) => ({ period, key: key ?? null, count: Number(count) }))
          .filter(({ count }) => count > 0);
  }

  async function countOf(kind: RowKind, filters: readonly RowFilter[], limit: number): Promise<number> {
    const options = { limit, maxTimeMS: MAX_TIME_MS };
    const counts = await Promise.all(
      filters.map(({ match, hint }) => collections[kind].count(match, hint ? { ...options, hint } : options)),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  return { group, groupByKey, countOf };
}
