import mongoose, { type Connection, type Model } from "mongoose";
import type { Dimension } from "#libs/contracts/analytics-reports.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { DayCounts, DayNumbers, Measure, Share } from "../domain/day-counts.ts";
import { type PageDay, pageDayModel } from "./page-day.model.ts";
import { removeUpTo } from "./remove-up-to.ts";

export type PageDayStore = ReturnType<typeof pageDayStore>;

export type DayOfPage = Pick<PageDay, "bioPageId" | "day">;

/** A day under which counts can be kept as long as it has this revision. */
export interface OpenedDay {
  readonly revision: string;
  readonly isCounted: boolean;
}

type Packed = "visitorKeys" | "clickKeys";

const OPTIONS = { maxTimeMS: 4_000 } as const;
const idOf = ({ bioPageId, day }: DayOfPage) => `${bioPageId}:${day}`;

/** All but the numbers is left where it is until somebody asks. */
const NUMBERS_ONLY = Object.fromEntries(["visitorKeys", "clickKeys", "shares"].map((field) => [`counts.${field}`, 0]));

export function pageDayStore(connection: Connection) {
  const model = pageDayModel(connection);
  return { ...reading(model), ...changing(model) };
}

function reading(model: Model<PageDay>) {
  /** By the page and the first and last of its days: what lies between and was not asked for is left out again. */
  const counted = (bioPageId: string, days: readonly string[]) => ({
    bioPageId,
    day: { $gte: days[0] ?? "", $lte: days.at(-1) ?? "" },
    counts: { $exists: true },
  });

  async function* parts<T>(bioPageId: string, days: readonly string[], path: string, read: (counts: DayCounts) => T) {
    const asked = new Set(days);
    const rows = model.find(counted(bioPageId, days), { day: 1, [`counts.${path}`]: 1 }, OPTIONS).lean<PageDay[]>();
    for await (const { day, counts } of rows.cursor()) {
      if (counts && asked.has(day)) yield { day: day as string, value: read(counts) };
    }
  }

  return {
    /** The numbers of those days (in order) that are counted; null: the day is too much for a rollup. */
    async numbers(bioPageId: string, days: readonly string[]): Promise<Map<string, DayNumbers | null>> {
      const asked = new Set(days);
      const rows = await model.find(counted(bioPageId, days), NUMBERS_ONLY, OPTIONS).lean<PageDay[]>();
      return new Map(rows.filter(({ day }) => asked.has(day)).map(({ day, counts }) => [day, counts ? numbersOf(counts) : null]));
    },

    /** Packed keys of days (in order), as far as they are counted; one day after the other, for they may be large. */
    packed: (bioPageId: string, days: readonly string[], field: Packed) =>
      parts(bioPageId, days, field, (counts) => bufferOf(counts[field])),

    /** All values of a dimension, of days (in order) as far as they are counted; null: they are too many. */
    shares: (bioPageId: string, days: readonly string[], dimension: Dimension) =>
      parts<readonly Share[] | null>(bioPageId, days, `shares.${dimension}`, ({ shares }) => shares[dimension]),
  };
}

function changing(model: Model<PageDay>) {
  return {
    /** Makes days known, before their rows are counted: from now on whoever changes a row changes the revision. */
    async open(bioPageId: string, days: readonly string[]): Promise<Map<string, OpenedDay>> {
      const upserts = days.map((day) => ({
        updateOne: {
          filter: { _id: idOf({ bioPageId, day }) },
          update: { $setOnInsert: { bioPageId, day, revision: uuid() } },
          upsert: true,
        },
      }));
      await model.bulkWrite(upserts, { ordered: false });
      const ids = days.map((day) => idOf({ bioPageId, day }));
      const rows = await model.find({ _id: { $in: ids } }, NUMBERS_ONLY, OPTIONS).lean<Pick<PageDay, "day" | "revision" | "counts">[]>();
      return new Map(rows.map(({ day, revision, counts }) => [day, { revision, isCounted: counts !== undefined }]));
    },

    /** Keeps what was counted, of those days whose revision is still that under which the count began. */
    async keep(bioPageId: string, days: readonly { day: string; revision: string; counts: DayCounts | null }[]): Promise<void> {
      const updates = days.map(({ day, revision, counts }) => ({
        updateOne: { filter: { _id: idOf({ bioPageId, day }), revision }, update: { $set: { counts } } },
      }));
      if (updates.length > 0) await model.bulkWrite(updates, { ordered: false });
    },

    /** Forgets what was counted, in the transaction that changes rows of these days. */
    async revise(session: Tx, days: readonly DayOfPage[]): Promise<void> {
      const changed = new Map(days.map((day) => [idOf(day), day]));
      // Days that nobody has counted are made known as well: a count that begins meanwhile then collides with the transaction.
      const upserts = [...changed].map(([_id, { bioPageId, day }]) => ({
        updateOne: {
          filter: { _id },
          update: { $set: { revision: uuid() }, $unset: { counts: 1 as const }, $setOnInsert: { bioPageId, day } },
          upsert: true,
        },
      }));
      if (upserts.length > 0) await model.bulkWrite(upserts, { session });
    },

    /** Removes up to so many rows of days before a day; how many they were. */
    removeBefore: (day: string, limit: number) => removeUpTo(model, { day: { $lt: day } }, limit),
  };
}

/** A number may come back as the store's long. */
function numbersOf(counts: DayCounts): DayNumbers {
  const { sessions, bounced, engaged, visitors, pageViews, linkClicks, bioViews, duration, scrollDepth } = counts;
  const measure = ({ micros, count }: Measure): Measure => ({ micros: BigInt(micros), count: Number(count) });
  return {
    ...{ sessions: Number(sessions), bounced: Number(bounced), engaged: Number(engaged), visitors: Number(visitors) },
    ...{ pageViews: Number(pageViews), linkClicks: Number(linkClicks), bioViews: Number(bioViews) },
    ...{ duration: measure(duration), scrollDepth: measure(scrollDepth) },
  };
}

function bufferOf(value: Buffer | mongoose.mongo.Binary): Buffer {
  return value instanceof mongoose.mongo.Binary ? Buffer.from(value.value()) : value;
}
