import { type Clock, utcDay } from "#libs/kernel/clock.ts";
import type { FaultPoints } from "#libs/platform/faults/fault-points.ts";
import type { Collection, Collections, Filter, Update } from "#libs/platform/mongo/collection.ts";
import { openSince } from "../domain/closed-days.ts";
import { pageDayStore } from "./page-day.store.ts";

/** A row that a rollup counts on the day of one of its instants. */
interface CountedRow {
  readonly _id: string;
  readonly bioPageId: string | null;
}

export interface RowUpdate<T> {
  readonly id: string;
  readonly update: Update<T> | object[];
  /** Matches the rows in which the update changes no number that is counted. */
  readonly keepsCounts: Filter<T>;
}

/** Updates one row, if it exists. */
export type UpdateRow<T> = (update: RowUpdate<T>) => Promise<void>;

/** What every row updater needs. */
export interface RowUpdaterDeps {
  readonly clock: Clock;
  readonly faults: FaultPoints;
}

/**
 * Updates single rows of a collection whose days may have been rolled up. A row of an open day, the usual case, takes one plain update.
 * A row of a closed day is updated in one transaction with the revision of its day. No rollup without the update can then remain,
 * wherever a process ends:
 * - a count that began before the transaction committed finds another revision when it saves its result;
 * - a result that was saved before is removed by the transaction, or conflicts with it, and the transaction is repeated;
 * - a count that begins afterwards sees the update, because it reads the revision first and both became visible at once.
 * A day may close while an update is under way: `openSince` allows for far more time than a write can take.
 */
export function rowUpdater<T extends CountedRow>(
  database: Collections,
  { clock, faults }: RowUpdaterDeps,
  rows: Collection<T>,
  instantOf: keyof T & ("createdAt" | "enteredAt"),
): UpdateRow<T> {
  const pageDays = pageDayStore(database);
  return async ({ id, update, keepsCounts }) => {
    const byId = { _id: id } as Filter<T>;
    const isOpen = { [instantOf]: { $gte: openSince(clock.now()) } };
    const plain = { ...byId, $or: [isOpen, { bioPageId: null }, keepsCounts] } as Filter<T>;
    const options = { updatePipeline: Array.isArray(update) };
    const { matchedCount } = await rows.updateOne(plain, update, options);
    if (matchedCount === 1 || !(await rows.findOne(byId, { projection: { _id: 1 } }))) return;
    await database.transaction(async (tx) => {
      const row = await rows.findOneAndUpdate(byId, update, { ...options, tx, projection: { bioPageId: 1, [instantOf]: 1 } });
      if (!row?.bioPageId) return;
      await faults.hit("analytics.closed_row.changed");
      await pageDays.invalidate(tx, [{ bioPageId: row.bioPageId, day: utcDay(row[instantOf] as Date) }]);
    });
  };
}
