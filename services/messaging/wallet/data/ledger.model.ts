import { Schema } from "mongoose";
import { LEDGER_KINDS } from "#libs/contracts/wallet/index.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
import type { Posting } from "../domain/ledger.ts";

/** A ledger transaction. It is inserted once and never updated or deleted. */
export interface LedgerDoc extends Posting {
  readonly _id: string;
  readonly createdAt: Date;
}

const schema = new Schema<LedgerDoc>(
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
schema.index({ kind: 1, "reference.type": 1, "reference.id": 1 }, { name: "once_per_reference", unique: true });
schema.index({ "movement.account": 1, "movement.sequence": 1 }, { name: "chain_of_account", unique: true });

export const ledgerTransactions: CollectionDefinition<LedgerDoc> = { name: "ledger_transactions", schema };
