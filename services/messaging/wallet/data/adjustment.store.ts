import { CURRENCY } from "#libs/contracts/shared.ts";
import type { AdjustmentStatus } from "#libs/contracts/wallet/adjustments.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { PageRequest } from "#libs/kernel/paging.ts";
import type { Move } from "#libs/kernel/state-machine.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { findPage } from "#libs/platform/mongo/find-page.ts";
import { type QueueState, queueState } from "#libs/platform/mongo/queue-state.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Adjustment } from "../domain/adjustment.ts";
import { adjustmentFields } from "../domain/adjustment.ts";

type NewAdjustment = Pick<Adjustment, "userId" | "kind" | "amount" | "reason" | "proposedBy">;
type Decision = Pick<Adjustment, "decidedBy" | "refusal">;

export const adjustments = defineCollection({
  name: "ledger_adjustments",
  fields: adjustmentFields,
  indexes: [
    { name: "newest", key: { proposedAt: -1, _id: -1 } },
    { name: "newest_of_status", key: { status: 1, proposedAt: -1, _id: -1 } },
    { name: "newest_of_user", key: { userId: 1, proposedAt: -1, _id: -1 } },
  ],
});

export interface AdjustmentStore {
  find(adjustmentId: string): Promise<Adjustment | null>;
  insert(tx: Tx, adjustment: NewAdjustment): Promise<Adjustment>;
  /** Makes a move and returns the adjustment afterwards. Null when there is none, or it was decided before. */
  decide(tx: Tx, adjustmentId: string, move: Move<AdjustmentStatus>, decision: Decision): Promise<Adjustment | null>;
  /** A page of the adjustments that have the given fields; newest first. */
  list(filter: Partial<Pick<Adjustment, "_id" | "userId" | "status">>, page: PageRequest): Promise<{ rows: Adjustment[]; total: number }>;
  /** The adjustments that wait for a decision. */
  waiting(): Promise<QueueState>;
}

export function adjustmentStore(database: Collections, clock: Clock): AdjustmentStore {
  const collection = database.collection(adjustments);
  return {
    find: (adjustmentId) => collection.findOne({ _id: adjustmentId }),
    async insert(tx, newAdjustment) {
      const adjustment: Adjustment = {
        ...newAdjustment,
        _id: uuid(),
        currency: CURRENCY,
        status: "PENDING",
        proposedAt: clock.now(),
        decidedBy: null,
        decidedAt: null,
        refusal: null,
      };
      await collection.insert(adjustment, { tx });
      return adjustment;
    },
    decide: (tx, adjustmentId, { from, to }, decision) =>
      collection.findOneAndUpdate(
        { _id: adjustmentId, status: { $in: [...from] } },
        { $set: { ...decision, status: to, decidedAt: clock.now() } },
        { tx, returnDocument: "after" },
      ),
    list: (filter, page) => findPage(collection, filter, { sort: { proposedAt: -1, _id: -1 }, page }),
    waiting: () => queueState(collection, { status: "PENDING" }, "proposedAt"),
  };
}
