import type { Dimension } from "#libs/contracts/analytics/reports.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Collection, Collections, Projection } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { DayRollup, DayTotals, Measure, Share } from "../domain/day-rollup.ts";
import { deleteUpTo } from "./delete-up-to.ts";
import { type PageDayDoc, pageDays } from "./page-day.model.ts";

export type DayOfPage = Pick<PageDayDoc, "bioPageId" | "day">;

/** The state of a day before its rows are counted: a result may be saved as long as the revision is the same. */
export interface DayRevision {
  readonly revision: string;
  readonly isCounted: boolean;
}

/** The result of counting a day; null where the day is too large for a rollup. */
export interface CountedDay {
  readonly day: string;
  readonly revision: string;
  readonly counts: DayRollup | null;
}

/** One part of the rollup of a day. */
export interface DayPart<T> {
  readonly day: string;
  readonly value: T;
}

/** Rollups. Lists of days are sorted. */
export interface PageDayStore {
  /** The totals of those days that are counted; null where a day is too large for a rollup. */
  findTotals(bioPageId: string, days: readonly string[]): Promise<Map<string, DayTotals | null>>;
  /** The packed keys of those days that are counted, day by day because they may be large. */
  scanKeys(bioPageId: string, days: readonly string[], field: "visitorKeys" | "clickKeys"): AsyncIterable<DayPart<Buffer>>;
  /** All values of a dimension on those days that are counted; null where there are too many. */
  scanShares(bioPageId: string, days: readonly string[], dimension: Dimension): AsyncIterable<DayPart<readonly Share[] | null>>;
  /**
   * Inserts the missing days and returns the revision of each day. It is called before the rows of these days are counted: every later
   * change of a row changes the revision of its day.
   */
  ensureRevisions(bioPageId: string, days: readonly string[]): Promise<Map<string, DayRevision>>;
  /** Saves the counts of those days that still have the revision under which they were counted. */
  saveCounts(bioPageId: string, days: readonly CountedDay[]): Promise<void>;
  /** Removes the counts of days and changes their revisions, in the transaction that changes rows of these days. */
  invalidate(tx: Tx, days: readonly DayOfPage[]): Promise<void>;
  /** Deletes up to `limit` rollups of days before a day; returns how many. */
  deleteBefore(day: string, limit: number): Promise<number>;
}

export function pageDayStore(database: Collections): PageDayStore {
  const rows = database.collection(pageDays);
  return { ...reads(rows), ...writes(rows) };
}

type Reads = Pick<PageDayStore, "findTotals" | "scanKeys" | "scanShares">;
type Writes = Omit<PageDayStore, keyof Reads>;

const MAX_TIME_MS = 4_000;
const idOf = ({ bioPageId, day }: DayOfPage) => `${bioPageId}:${day}`;

/** Leaves out the large parts of a rollup. */
const TOTALS_ONLY: Projection = { "counts.visitorKeys": 0, "counts.clickKeys": 0, "counts.shares": 0 };

function reads(rows: Collection<PageDayDoc>): Reads {
  /** Matches a range of days; the callers drop days in between that were not requested. */
  const countedDays = (bioPageId: string, days: readonly string[]) => ({
    bioPageId,
    day: { $gte: days[0] ?? "", $lte: days.at(-1) ?? "" },
    counts: { $exists: true },
  });

  async function* scan<T>(bioPageId: string, days: readonly string[], path: string, partOf: (counts: DayRollup) => T) {
    const requested = new Set(days);
    const options = { projection: { day: 1, [`counts.${path}`]: 1 } as Projection, maxTimeMS: MAX_TIME_MS };
    for await (const { day, counts } of rows.scan(countedDays(bioPageId, days), options)) {
      if (counts && requested.has(day)) yield { day, value: partOf(counts) };
    }
  }

  return {
    async findTotals(bioPageId, days) {
      const requested = new Set(days);
      const found = await rows.find(countedDays(bioPageId, days), { projection: TOTALS_ONLY, maxTimeMS: MAX_TIME_MS });
      return new Map(found.filter(({ day }) => requested.has(day)).map(({ day, counts }) => [day, counts ? totalsOf(counts) : null]));
    },

    scanKeys: (bioPageId, days, field) => scan(bioPageId, days, field, (counts) => toBuffer(counts[field])),
    scanShares: (bioPageId, days, dimension) => scan(bioPageId, days, `shares.${dimension}`, ({ shares }) => shares[dimension]),
  };
}

function writes(rows: Collection<PageDayDoc>): Writes {
  return {
    async ensureRevisions(bioPageId, days) {
      const upserts = days.map((day) => ({
        updateOne: {
          filter: { _id: idOf({ bioPageId, day }) },
          update: { $setOnInsert: { bioPageId, day, revision: uuid() } },
          upsert: true,
        },
      }));
      await rows.bulkWrite(upserts, { ordered: false });
      const ids = days.map((day) => idOf({ bioPageId, day }));
      const found = await rows.find({ _id: { $in: ids } }, { projection: TOTALS_ONLY, maxTimeMS: MAX_TIME_MS });
      return new Map(found.map(({ day, revision, counts }) => [day, { revision, isCounted: counts !== undefined }]));
    },

    async saveCounts(bioPageId, days) {
      const updates = days.map(({ day, revision, counts }) => ({
        updateOne: { filter: { _id: idOf({ bioPageId, day }), revision }, update: { $set: { counts } } },
      }));
      if (updates.length > 0) await rows.bulkWrite(updates, { ordered: false });
    },

    async invalidate(tx, days) {
      const changed = new Map(days.map((day) => [idOf(day), day]));
      // Days without a row are inserted, too: a count that begins meanwhile then conflicts with the transaction.
      const upserts = [...changed].map(([_id, { bioPageId, day }]) => ({
        updateOne: {
          filter: { _id },
          update: { $set: { revision: uuid() }, $unset: { counts: 1 as const }, $setOnInsert: { bioPageId, day } },
          upsert: true,
        },
      }));
      if (upserts.length > 0) await rows.bulkWrite(upserts, { tx });
    },

    deleteBefore: (day, limit) => deleteUpTo(rows, { day: { $lt: day } }, limit),
  };
}

/** The database returns some numbers as bigint. */
function totalsOf(counts: DayRollup): DayTotals {
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
