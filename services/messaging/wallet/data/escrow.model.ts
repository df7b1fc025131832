import { Schema } from "mongoose";
import { ESCROW_STATUSES } from "#libs/contracts/wallet/index.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
import type { Escrow } from "../domain/escrow.ts";

const schema = new Schema<Escrow>(
  {
    _id: { type: String, required: true },
    messageId: { type: String, required: true },
    fanId: { type: String, required: true },
    creatorId: { type: String, required: true },
    amount: { type: BigInt, required: true },
    commissionRate: { type: Number, required: true },
    status: { type: String, enum: ESCROW_STATUSES, required: true },
    concealed: { type: Boolean, default: false },
    heldAt: { type: Date, required: true },
    resolvedAt: { type: Date, default: null },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ messageId: 1 }, { name: "one_per_message", unique: true });
schema.index({ heldAt: -1, _id: -1 }, { name: "newest" });
schema.index({ fanId: 1 }, { name: "of_fan" });
schema.index({ status: 1, heldAt: -1, _id: -1 }, { name: "newest_of_status" });
// Covers the aggregation of a creator's pending earnings.
schema.index({ creatorId: 1, status: 1, concealed: 1, amount: 1, commissionRate: 1 }, { name: "shown_to_creator" });

export const escrows: CollectionDefinition<Escrow> = { name: "escrows", schema };
