import { Schema } from "mongoose";
import { ESCROW_STATUSES } from "#libs/contracts/wallet.ts";
import type { Escrow } from "../domain/escrow.ts";

export const escrowSchema = new Schema<Escrow>(
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
escrowSchema.index({ messageId: 1 }, { name: "one_per_message", unique: true });
escrowSchema.index({ heldAt: -1, _id: -1 }, { name: "newest" });
escrowSchema.index({ fanId: 1 }, { name: "of_fan" });
escrowSchema.index({ status: 1, heldAt: -1, _id: -1 }, { name: "newest_of_status" });
// Holds all that the pending earnings of a creator are computed from.
escrowSchema.index({ creatorId: 1, status: 1, concealed: 1, amount: 1, commissionRate: 1 }, { name: "shown_to_creator" });
