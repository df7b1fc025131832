import { Schema } from "mongoose";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { TOPUP_STATUSES } from "#libs/contracts/wallet.ts";
import type { TopUp } from "../domain/top-up.ts";

export const topUpSchema = new Schema<TopUp>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    idempotencyKey: { type: String, required: true },
    amount: { type: BigInt, required: true },
    currency: { type: String, default: CURRENCY },
    status: { type: String, enum: TOPUP_STATUSES, required: true },
    provider: { type: String, required: true },
    providerReference: { type: String, default: null },
    createdAt: { type: Date, required: true },
    settledAt: { type: Date, default: null },
  },
  { versionKey: false, strict: "throw" },
);
topUpSchema.index({ userId: 1, idempotencyKey: 1 }, { name: "one_per_key", unique: true });
