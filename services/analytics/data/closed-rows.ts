import type { Connection, Model, QueryFilter, UpdateQuery, UpdateWithAggregationPipeline } from "mongoose";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import { type Clock, utcDay } from "#libs/kernel/clock.ts";
import { transactionOn } from "#libs/mongo/transaction.ts";
import { openSince } from "../domain/closed-days.ts";
import { pageDayStore } from "./page-day.store.ts";

interface RowOfPage {
  readonly _id: string;
  readonly bioPageId: string | null;
}

/** A change of one row, and for which rows it changes nothing that is counted. */
export interface RowChange<T> {
  readonly id: string;
  readonly update: UpdateQuery<T> | UpdateWithAggregationPipeline;
  readonly uncounted: QueryFilter<T>;
}

export type ChangeRow<T> = (change: RowChange<T>) => Promise<void>;

/**
 * Changes single rows of a collection whose days may have been rolled up. Rows of open days, which are nearly all, take one
 * plain update. A row of a closed day is changed in one transaction with the revision of its day, so no rollup without the change
 * can stay, wherever a process ends:
 * - a count that began before the transaction committed finds another revision when it wants to keep its result;
 * - one that was kept before is removed by the transaction, or collides with it and the transaction is repeated;
 * - one that begins afterwards sees the change, for it reads the revision first and both became visible in one instant.
 * Days pass while a change is under way: `openSince` is ahead of those who count by far more than a write can take.
 */
export function rowChanger<T extends RowOfPage>(
  { connection, clock, faults }: { readonly connection: Connection; readonly clock: Clock; readonly faults: FaultPoints },
  model: Model<T>,
  instantOf: keyof T & ("createdAt" | "enteredAt"),
): ChangeRow<T> {
  const pageDays = pageDayStore(connection);
  const transaction = transactionOn(connection);
  return async ({ id, update, uncounted }) => {
    const byId = { _id: id } as QueryFilter<T>;
    const isOpen = { [instantOf]: { $gte: openSince(clock.now()) } };
    const plain = { ...byId, $or: [isOpen, { bioPageId: null }, uncounted] } as QueryFilter<T>;
    const options = { updatePipeline: Array.isArray(update) };
    const { matchedCount } = await model.updateOne(plain, update, options);
    if (matchedCount === 1 || !(await model.exists(byId))) return;
    await transaction(async (session) => {
      const row = await model
        .findOneAndUpdate(byId, update, { ...options, session, projection: { bioPageId: 1, [instantOf]: 1 } })
        .lean<T>();
      if (!row?.bioPageId) return;
      await faults.hit("analytics.closed_row.changed");
      await pageDays.revise(session, [{ bioPageId: row.bioPageId, day: utcDay(row[instantOf] as Date) }]);
    });
  };
}
