import { Schema } from "mongoose";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { PAYOUT_STATUSES } from "#libs/contracts/wallet/payouts.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
import type { Payout } from "../domain/payout.ts";

/** The label of a method after the account of its owner was deleted. */
export const ERASED_LABEL = "";

const schema = new Schema<Payout>(
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
schema.index({ userId: 1, idempotencyKey: 1 }, { name: "one_per_key", unique: true });
schema.index({ userId: 1, requestedAt: -1, _id: -1 }, { name: "newest_of_user" });
schema.index({ requestedAt: -1, _id: -1 }, { name: "newest" });
schema.index({ status: 1, requestedAt: -1, _id: -1 }, { name: "newest_of_status" });
schema.index({ triedAt: 1 }, { name: "under_way", sparse: true });

export const payouts: CollectionDefinition<Payout> = { name: "payouts", schema };
