import type { Clock } from "#libs/kernel/clock.ts";
import type { FaultPoints } from "#libs/platform/faults/fault-points.ts";
import type { BulkOperation, Collection, Collections, Filter, Update } from "#libs/platform/mongo/collection.ts";
import { outcomesOf } from "#libs/platform/mongo/outcomes-of.ts";
import { openSince, utcHour } from "../domain/closed-periods.ts";
import { pageDayStore } from "./page-day.store.ts";

/** A row that rollups count on the day and in the hour of one of its instants. */
interface CountedRow {
  readonly _id: string;
  readonly bioPageId: string | null;
}

export interface RowUpdate<T> {
  readonly id: string;
  readonly update: Update<T> | object[];
  /** Matches the rows in which the update changes no counted number. */
  readonly keepsCounts: Filter<T>;
}

/** Updates the rows that exist, in the order of the list; returns the result of each update. */
export type UpdateRows<T> = (updates: readonly RowUpdate<T>[]) => Promise<PromiseSettledResult<void>[]>;

/** The dependencies of every row updater. */
export interface RowUpdaterDeps {
  readonly clock: Clock;
  readonly faults: FaultPoints;
}

/**
 * Updates rows of a collection whose hours and days may have been rolled up. All rows of open hours, the usual case, take one plain command.
 * A row of a closed hour is updated in one transaction with the revisions of its hour and day. No rollup without the update can then remain,
 * wherever a process ends:
 * - a count that began before the transaction committed finds another revision when it saves its result;
 * - a result that was saved before is removed by the transaction, or conflicts with it, and the transaction is repeated;
 * - a count that begins afterwards sees the update, because it reads the revision first and both became visible at once.
 * An hour may close while an update is under way: `openSince` allows for far more time than a write can take.
 */
export function rowUpdater<T extends CountedRow>(
  database: Collections,
  { clock, faults }: RowUpdaterDeps,
  rows: Collection<T>,
  instantOf: keyof T & ("createdAt" | "enteredAt"),
): UpdateRows<T> {
  const pageDays = pageDayStore(database);
  const updateClosed = async ({ id, update, keepsCounts }: RowUpdate<T>) => {
    const byId = { _id: id } as Filter<T>;
    const options = { updatePipeline: Array.isArray(update) };
    if ((await rows.updateOne({ ...byId, ...keepsCounts } as Filter<T>, update, options)).matchedCount === 1) return;
    await database.transaction(async (tx) => {
      const row = await rows.findOneAndUpdate(byId, update, { ...options, tx, projection: { bioPageId: 1, [instantOf]: 1 } });
      if (!row?.bioPageId) return;
      await faults.hit("analytics.closed_row.changed");
      await pageDays.invalidate(tx, [{ bioPageId: row.bioPageId, hour: utcHour(row[instantOf] as Date) }]);
    });
  };
  return async (updates) => {
    const since = openSince(clock.now());
    const isPlain = { $or: [{ [instantOf]: { $gte: since } }, { bioPageId: null }] };
    const plain = updates.map(({ id, update }) => ({ updateOne: { filter: { _id: id, ...isPlain }, update } }) as BulkOperation<T>);
    let matched = 0;
    const outcomes = await outcomesOf(updates.length, async () => {
      ({ matchedCount: matched } = await rows.bulkWrite(plain, { ordered: false }));
    });
    if (matched === updates.length) return outcomes;
    // The rest belongs to closed hours, or does not exist. An update changes neither.
    const isClosed = { _id: { $in: updates.map(({ id }) => id) }, [instantOf]: { $lt: since }, bioPageId: { $ne: null } };
    const closed = new Set((await rows.find(isClosed as Filter<T>, { projection: { _id: 1 } })).map(({ _id }) => _id));
    const updateInOrder = async (id: string) => {
      for (const [index, update] of updates.entries())
        if (update.id === id) outcomes.splice(index, 1, ...(await Promise.allSettled([updateClosed(update)])));
    };
    await Promise.all([...closed].map(updateInOrder));
    return outcomes;
  };
}
