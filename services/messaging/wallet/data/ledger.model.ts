import { Schema } from "mongoose";
import { LEDGER_KINDS } from "#libs/contracts/wallet.ts";
import type { Posting } from "../domain/ledger.ts";

/** A transaction of the books. Written once, never changed, never deleted. */
export interface LedgerDocument extends Posting {
  readonly _id: string;
  readonly createdAt: Date;
}

export const ledgerSchema = new Schema<LedgerDocument>(
  {
    _id: { type: String, required: true },
    kind: { type: String, enum: LEDGER_KINDS, required: true },
    reference: new Schema({ type: { type: String, required: true }, id: { type: String, required: true } }, { _id: false, id: false }),
    entries: [new Schema({ account: { type: String, required: true }, amount: { type: BigInt, required: true } }, { _id: false })],
    movement: new Schema(
      {
        account: { type: String, required: true },
        amount: { type: BigInt, required: true },
        balanceAfter: { type: BigInt, required: true },
        sequence: { type: Number, required: true },
      },
      { _id: false },
    ),
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
ledgerSchema.index({ kind: 1, "reference.type": 1, "reference.id": 1 }, { name: "once_per_reference", unique: true });
ledgerSchema.index({ "movement.account": 1, "movement.sequence": 1 }, { name: "chain_of_account", unique: true });
