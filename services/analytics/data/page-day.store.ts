import type { Dimension } from "#libs/contracts/analytics/reports.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Collection, Collections, Projection } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { dayOfPeriod, type Period } from "../domain/closed-periods.ts";
import type { Measure, Rollup, RollupTotals, Share } from "../domain/rollup.ts";
import { deleteUpTo } from "./delete-up-to.ts";
import { type PageDayDoc, pageDays } from "./page-day.model.ts";

/** An hour (YYYY-MM-DDTHH, UTC) of a page. */
export interface HourOfPage {
  readonly bioPageId: string;
  readonly hour: Period;
}

/** The state of a period before its rows are counted. The result may be saved only while the revision is unchanged. */
export interface PeriodRevision {
  readonly revision: string;
  readonly isCounted: boolean;
}

/** The result of counting a period; null where it is too large for a rollup. */
export interface CountedPeriod {
  readonly period: Period;
  readonly revision: string;
  readonly counts: Rollup | null;
}

/** A rollup as it is stored. */
export interface StoredRollup extends CountedPeriod {
  readonly id: string;
  readonly bioPageId: string;
}

/** One part of a period's rollup. */
export interface PeriodPart<T> {
  readonly period: Period;
  readonly value: T;
}

/** Rollups of days and hours. Lists of periods are sorted. */
export interface PageDayStore {
  /** The totals of those periods that are counted; null where one is too large for a rollup. */
  findTotals(bioPageId: string, periods: readonly Period[]): Promise<Map<Period, RollupTotals | null>>;
  /** The encoded keys of those periods that are counted, one by one because they may be large. */
  scanKeys(bioPageId: string, periods: readonly Period[], field: "visitorKeys" | "clickKeys"): AsyncIterable<PeriodPart<Buffer>>;
  /** All values of a dimension in those periods that are counted; null where there are too many. */
  scanShares(bioPageId: string, periods: readonly Period[], dimension: Dimension): AsyncIterable<PeriodPart<readonly Share[] | null>>;
  /**
   * Inserts the missing periods and returns the revision of each. It is called before the rows of these periods are counted: every later
   * change of a row changes the revisions of its periods.
   */
  ensureRevisions(bioPageId: string, periods: readonly Period[]): Promise<Map<Period, PeriodRevision>>;
  /** Saves the counts of those periods that still have the revision from before the count. */
  saveCounts(bioPageId: string, periods: readonly CountedPeriod[]): Promise<void>;
  /** Removes the counts of hours and of their days and changes their revisions, in the transaction that changes rows of these hours. */
  invalidate(tx: Tx, hours: readonly HourOfPage[]): Promise<void>;
  /** Ids of up to `limit` counted periods of any page, in their order. @param after the id before the first of them */
  listCountedIds(after: string | null, limit: number): Promise<string[]>;
  /** Those of the given periods that are counted. */
  findByIds(ids: readonly string[]): Promise<StoredRollup[]>;
  /** Removes the counts of those rollups that still have their revision. Returns the ids of these. */
  removeCounts(rollups: readonly StoredRollup[]): Promise<string[]>;
  /** Deletes up to `limit` rollups of periods before a day; returns the number deleted. */
  deleteBefore(day: Period, limit: number): Promise<number>;
}

export function pageDayStore(database: Collections): PageDayStore {
  const rows = database.collection(pageDays);
  return { ...reads(rows), ...writes(rows), ...recounting(rows) };
}

type Reads = Pick<PageDayStore, "findTotals" | "scanKeys" | "scanShares">;
type Recounting = Pick<PageDayStore, "listCountedIds" | "findByIds" | "removeCounts">;
type Writes = Omit<PageDayStore, keyof Reads | keyof Recounting>;

const MAX_TIME_MS = 4_000;
const idOf = (bioPageId: string, period: Period) => `${bioPageId}:${period}`;

/** Leaves out the large parts of a rollup. */
const TOTALS_ONLY: Projection = { "counts.visitorKeys": 0, "counts.clickKeys": 0, "counts.shares": 0 };

function reads(rows: Collection<PageDayDoc>): Reads {
  const counted = (bioPageId: string, periods: readonly Period[]) => ({
    bioPageId,
    day: { $in: [...periods] },
    counts: { $exists: true },
  });

  async function* scan<T>(bioPageId: string, periods: readonly Period[], path: string, partOf: (counts: Rollup) => T) {
    const options = { projection: { day: 1, [`counts.${path}`]: 1 } as Projection, maxTimeMS: MAX_TIME_MS };
    for await (const { day, counts } of rows.scan(counted(bioPageId, periods), options)) {
      if (counts) yield { period: day, value: partOf(counts) };
    }
  }

  return {
    async findTotals(bioPageId, periods) {
      const found = await rows.find(counted(bioPageId, periods), { projection: TOTALS_ONLY, maxTimeMS: MAX_TIME_MS });
      return new Map(found.map(({ day, counts }) => [day, counts ? totalsOf(counts) : null]));
    },

    scanKeys: (bioPageId, periods, field) => scan(bioPageId, periods, field, (counts) => toBuffer(counts[field])),
    scanShares: (bioPageId, periods, dimension) => scan(bioPageId, periods, `shares.${dimension}`, ({ shares }) => shares[dimension]),
  };
}

function writes(rows: Collection<PageDayDoc>): Writes {
  return {
    async ensureRevisions(bioPageId, periods) {
      const ids = periods.map((period) => idOf(bioPageId, period));
      const upserts = periods.map((period) => ({
        updateOne: {
          filter: { _id: idOf(bioPageId, period) },
          update: { $setOnInsert: { bioPageId, day: period, revision: uuid() } },
          upsert: true,
        },
      }));
      await rows.bulkWrite(upserts, { ordered: false });
      const found = await rows.find({ _id: { $in: ids } }, { projection: TOTALS_ONLY, maxTimeMS: MAX_TIME_MS });
      return new Map(found.map(({ day, revision, counts }) => [day, { revision, isCounted: counts !== undefined }]));
    },

    async saveCounts(bioPageId, periods) {
      const updates = periods.map(({ period, revision, counts }) => ({
        updateOne: { filter: { _id: idOf(bioPageId, period), revision }, update: { $set: { counts } } },
      }));
      if (updates.length > 0) await rows.bulkWrite(updates, { ordered: false });
    },

    async invalidate(tx, hours) {
      const periods = hours.flatMap(({ bioPageId, hour }) => [hour, dayOfPeriod(hour)].map((day) => ({ bioPageId, day })));
      const changed = new Map(periods.map(({ bioPageId, day }) => [idOf(bioPageId, day), { bioPageId, day }]));
      // Periods without a row are inserted too, so that a concurrent count conflicts with the transaction.
      const upserts = [...changed].map(([_id, inserted]) => ({
        updateOne: {
          filter: { _id },
          update: { $set: { revision: uuid() }, $unset: { counts: 1 as const }, $setOnInsert: inserted },
          upsert: true,
        },
      }));
      if (upserts.length > 0) await rows.bulkWrite(upserts, { tx });
    },

    deleteBefore: (day, limit) => deleteUpTo(rows, { day: { $lt: day } }, limit),
  };
}

function recounting(rows: Collection<PageDayDoc>): Recounting {
  return {
    async listCountedIds(after, limit) {
      const filter = { _id: { $gt: after ?? "" }, counts: { $exists: true } };
      const found = await rows.find<Pick<PageDayDoc, "_id">>(filter, { projection: { _id: 1 }, sort: { _id: 1 }, limit });
      return found.map(({ _id }) => _id);
    },

    async findByIds(ids) {
      const found = await rows.find({ _id: { $in: [...ids] }, counts: { $exists: true } });
      return found.map(({ _id: id, bioPageId, day, revision, counts }) => ({
        ...{ id, bioPageId, period: day, revision },
        counts: counts ? rollupOf(counts) : null,
      }));
    },

    async removeCounts(rollups) {
      const removed: string[] = [];
      for (const { id, revision } of rollups) {
        const update = { $set: { revision: uuid() }, $unset: { counts: 1 as const } };
        const { modifiedCount } = await rows.updateOne({ _id: id, revision }, update);
        if (modifiedCount === 1) removed.push(id);
      }
      return removed;
    },
  };
}

/** The complete stored rollup of a period. */
function rollupOf(counts: Rollup): Rollup {
  const sharesOf = (shares: readonly Share[] | null) => shares?.map(({ value, count }) => ({ value, count: Number(count) })) ?? null;
  const shares = Object.fromEntries(Object.entries(counts.shares).map(([dimension, values]) => [dimension, sharesOf(values)]));
  return {
    ...totalsOf(counts),
    visitorKeys: toBuffer(counts.visitorKeys),
    clickKeys: toBuffer(counts.clickKeys),
    shares: shares as Rollup["shares"],
  };
}

/** The database returns some numbers as bigint. */
function totalsOf(counts: Rollup): RollupTotals {
  const { sessions, bounced, engaged, visitors, pageViews, linkClicks, bioViews, duration, scrollDepth } = counts;
  const measure = ({ micros, count }: Measure): Measure => ({ micros: BigInt(micros), count: Number(count) });
  return {
    ...{ sessions: Number(sessions), bounced: Number(bounced), engaged: Number(engaged), visitors: Number(visitors) },
    ...{ pageViews: Number(pageViews), linkClicks: Number(linkClicks), bioViews: Number(bioViews) },
    ...{ duration: measure(duration), scrollDepth: measure(scrollDepth) },
  };
}

/** A buffer is stored as the binary type of the database. */
function toBuffer(value: Buffer | { value(): Uint8Array }): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.from(value.value());
}
