import { type Connection, type Model, Schema } from "mongoose";
import { PAYOUT_STATUSES } from "#libs/contracts/payouts.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Payout, PayoutMethod } from "../domain/payout.ts";

/** What is left of a label when its owner is gone. */
export const NO_LABEL = "";

const payoutSchema = new Schema<Payout>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    creatorId: { type: String, required: true },
    idempotencyKey: { type: String, required: true },
    amount: { type: BigInt, required: true },
    currency: { type: String, default: CURRENCY },
    status: { type: String, enum: PAYOUT_STATUSES, required: true },
    methodId: { type: String, required: true },
    methodKind: { type: String, required: true },
    methodLabel: { type: String, required: true },
    provider: { type: String, default: null },
    decidedBy: { type: String, default: null },
    reason: { type: String, default: null },
    requestedAt: { type: Date, required: true },
    triedAt: Date,
    ownerGone: Boolean,
    settledAt: { type: Date, default: null },
  },
  { versionKey: false, strict: "throw" },
);
payoutSchema.index({ userId: 1, idempotencyKey: 1 }, { name: "one_per_key", unique: true });
payoutSchema.index({ userId: 1, requestedAt: -1, _id: -1 }, { name: "newest_of_user" });
payoutSchema.index({ requestedAt: -1, _id: -1 }, { name: "newest" });
payoutSchema.index({ status: 1, requestedAt: -1, _id: -1 }, { name: "newest_of_status" });
payoutSchema.index({ triedAt: 1 }, { name: "under_way", sparse: true });

const payoutMethodSchema = new Schema<PayoutMethod>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    place: { type: Number, required: true },
    kind: { type: String, required: true },
    label: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
payoutMethodSchema.index({ userId: 1, createdAt: 1, _id: 1 }, { name: "of_user" });
payoutMethodSchema.index({ userId: 1, place: 1 }, { name: "one_per_place", unique: true });

export function payoutModel(connection: Connection): Model<Payout> {
  return modelOf(connection, "payouts", payoutSchema);
}

export function payoutMethodModel(connection: Connection): Model<PayoutMethod> {
  return modelOf(connection, "payout_methods", payoutMethodSchema);
}
