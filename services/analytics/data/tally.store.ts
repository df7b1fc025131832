import type { Connection, Model, PipelineStage } from "mongoose";
import type { Dimension } from "#libs/contracts/analytics-reports.ts";
import { analyticsPageViewModel } from "./analytics-page-view.model.ts";
import { analyticsSessionModel } from "./analytics-session.model.ts";
import { bioPageViewModel } from "./bio-page-view.model.ts";
import {
  CLICKED,
  dayOf,
  isFalse,
  isTrue,
  ONE_BY_ONE,
  sourceOf,
  VIEW_SUMS,
  type ViewSums,
  type ViewTotals,
  viewsOf,
} from "./counting-rules.ts";
import type { RowFilter, RowSelection } from "./report-rows.ts";

/** Sessions of one visitor on one day. */
export interface DayVisitor {
  readonly day: string;
  readonly visitor: string;
  readonly sessions: number;
  readonly bounced: number;
  readonly engaged: number;
}

/** Page views of one day. */
export interface DayViews extends ViewTotals {
  readonly day: string;
}

/** How often something was on one day: a session with clicks, a value of a dimension. */
export interface DayCount<T> {
  readonly day: string;
  readonly key: T;
  readonly count: number;
}

export type TallyStore = ReturnType<typeof tallyStore>;

/** A command that takes longer is an error, in milliseconds. */
const MOST_MS = 4_000;

type Aggregates = Pick<Model<unknown>, "aggregate">;

type Kind = "sessions" | "pageViews" | "bioViews";

/** The day of a row costs more than all else: it is only asked for where there are several. */
const dayIn = ({ day }: RowSelection, field: "$createdAt" | "$enteredAt") => (day === undefined ? dayOf(field) : { $literal: day });

function grouping(connection: Connection) {
  const models: Readonly<Record<Kind, Aggregates>> = {
    sessions: analyticsSessionModel(connection) as unknown as Aggregates,
    pageViews: analyticsPageViewModel(connection) as unknown as Aggregates,
    bioViews: bioPageViewModel(connection) as unknown as Aggregates,
  };

  async function grouped<T>(kind: Kind, filters: readonly RowFilter[], stages: PipelineStage[], and: object = {}): Promise<T[]> {
    const lists = await Promise.all(
      filters.map(({ match, hint }) =>
        models[kind].aggregate<T>([{ $match: { ...match, ...and } }, ...stages], {
          maxTimeMS: MOST_MS,
          ...(hint === undefined ? {} : { hint }),
        }),
      ),
    );
    return lists.flat();
  }

  async function byKey<T>(kind: Kind, selection: RowSelection, { field, most, and }: { field: string; most: number; and?: object }) {
    const _id = { day: dayIn(selection, kind === "pageViews" ? "$enteredAt" : "$createdAt"), key: `$${field}` };
    const stages = [{ $group: { _id, count: ONE_BY_ONE } }, { $limit: most + 1 }];
    const rows = await grouped<{ _id: { day: string; key?: T }; count: number }>(kind, selection[kind], stages, and);
    return rows.length > most ? null : rows.map(({ _id: { day, key }, count }) => ({ day, key: key ?? null, count: Number(count) }));
  }

  return { grouped, byKey };
}

/**
 * Counts rows by day, by the same rules for rollups, for what a report adds to them and for what it takes off. Lists are as long
 * as there are different keys; null where they would be longer than `most`.
 */
export function tallyStore(connection: Connection) {
  const { grouped, byKey } = grouping(connection);
  return {
    async visits(selection: RowSelection, most: number): Promise<DayVisitor[] | null> {
      const sums = { sessions: ONE_BY_ONE, bounced: isTrue("bounced"), engaged: isFalse("bounced") };
      const stages = [{ $group: { _id: { day: dayIn(selection, "$createdAt"), visitor: "$visitorHash" }, ...sums } }, { $limit: most + 1 }];
      const rows = await grouped<{ _id: Pick<DayVisitor, "day" | "visitor"> } & Omit<DayVisitor, "day" | "visitor">>(
        "sessions",
        selection.sessions,
        stages,
      );
      if (rows.length > most) return null;
      return rows.map(({ _id, ...row }) => ({
        ..._id,
        sessions: Number(row.sessions),
        bounced: Number(row.bounced),
        engaged: Number(row.engaged),
      }));
    },

    async views(selection: RowSelection): Promise<DayViews[]> {
      const rows = await grouped<ViewSums & { _id: string }>("pageViews", selection.pageViews, [
        { $group: { _id: dayIn(selection, "$enteredAt"), ...VIEW_SUMS } },
      ]);
      return rows.map((row) => ({ day: row._id, ...viewsOf(row) }));
    },

    async looks(selection: RowSelection): Promise<Omit<DayCount<never>, "key">[]> {
      const rows = await grouped<{ _id: string; count: number }>("bioViews", selection.bioViews, [
        { $group: { _id: dayIn(selection, "$createdAt"), count: ONE_BY_ONE } },
      ]);
      return rows.map(({ _id, count }) => ({ day: _id, count: Number(count) }));
    },

    /** Sessions in which a link of the page was clicked, with their clicks. */
    clicks: (selection: RowSelection, most: number) =>
      byKey<string>("pageViews", selection, { field: "sessionId", most, and: CLICKED }) as Promise<DayCount<string>[] | null>,

    /** All values of a dimension. */
    shares(selection: RowSelection, dimension: Dimension, most: number): Promise<DayCount<string | null>[] | null> {
      const { rows, field } = sourceOf(dimension);
      return byKey<string>(rows, selection, { field, most });
    },
  };
}
