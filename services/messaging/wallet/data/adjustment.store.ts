import { type Connection, type Model, Schema } from "mongoose";
import { ADJUSTMENT_STATUSES, type AdjustmentStatus } from "#libs/contracts/adjustments.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { WALLET_KINDS } from "#libs/contracts/wallet.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Move } from "#libs/kernel/state-machine.ts";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { Adjustment } from "../domain/adjustment.ts";

type NewAdjustment = Pick<Adjustment, "userId" | "kind" | "amount" | "reason" | "proposedBy">;

export interface AdjustmentStore {
  find(adjustmentId: string): Promise<Adjustment | null>;
  insert(tx: Tx, adjustment: NewAdjustment): Promise<Adjustment>;
  /** Makes the move if the adjustment is still where it starts; the adjustment afterwards, or null. */
  decide(
    tx: Tx,
    adjustmentId: string,
    move: Move<AdjustmentStatus>,
    decision: Pick<Adjustment, "decidedBy" | "refusal">,
  ): Promise<Adjustment | null>;
  /** Newest first. */
  page(status: AdjustmentStatus | undefined, page: PageRequest): Promise<{ rows: Adjustment[]; total: number }>;
  /** One batch in memory at a time. */
  all(tx: Tx): AsyncIterable<Adjustment>;
}

const schema = new Schema<Adjustment>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    kind: { type: String, enum: WALLET_KINDS, required: true },
    amount: { type: BigInt, required: true },
    currency: { type: String, default: CURRENCY },
    reason: { type: String, required: true },
    status: { type: String, enum: ADJUSTMENT_STATUSES, required: true },
    proposedBy: { type: String, required: true },
    proposedAt: { type: Date, required: true },
    decidedBy: { type: String, default: null },
    decidedAt: { type: Date, default: null },
    refusal: { type: String, default: null },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ proposedAt: -1, _id: -1 }, { name: "newest" });
schema.index({ status: 1, proposedAt: -1, _id: -1 }, { name: "newest_of_status" });
schema.index({ userId: 1, proposedAt: -1 }, { name: "of_user" });

const CURSOR_BATCH = 1_000;

export function adjustmentModel(connection: Connection): Model<Adjustment> {
  return modelOf(connection, "ledger_adjustments", schema);
}

export function adjustmentStore(connection: Connection, clock: Clock): AdjustmentStore {
  const adjustments = adjustmentModel(connection);
  return {
    find: (adjustmentId) => adjustments.findById(adjustmentId).lean(),
    async insert(session, adjustment) {
      const row: Adjustment = {
        ...adjustment,
        _id: uuid(),
        currency: CURRENCY,
        status: "PENDING",
        proposedAt: clock.now(),
        decidedBy: null,
        decidedAt: null,
        refusal: null,
      };
      await adjustments.insertOne(row, { session });
      return row;
    },
    decide: (session, adjustmentId, { from, to }, decision) =>
      adjustments
        .findOneAndUpdate(
          { _id: adjustmentId, status: { $in: [...from] } },
          { $set: { ...decision, status: to, decidedAt: clock.now() } },
          { session, returnDocument: "after" },
        )
        .lean(),
    async page(status, page) {
      const filter = status ? { status } : {};
      const rows = await adjustments.find(filter).sort({ proposedAt: -1, _id: -1 }).skip(skipOf(page)).limit(page.limit).lean();
      return { rows, total: await adjustments.countDocuments(filter) };
    },
    all: (session) => adjustments.find({}, null, { session }).lean().cursor({ batchSize: CURSOR_BATCH }),
  };
}
