import { Schema } from "mongoose";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { WALLET_KINDS } from "#libs/contracts/wallet/index.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
import type { Wallet } from "../domain/wallet.ts";

const schema = new Schema<Wallet>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    kind: { type: String, enum: WALLET_KINDS, required: true },
    currency: { type: String, default: CURRENCY },
    balance: { type: BigInt, required: true },
    held: { type: BigInt, required: true },
    earned: { type: BigInt, default: 0n },
    frozen: { type: Boolean, required: true },
    sequence: { type: Number, required: true },
    frozenAtSequence: { type: Number, default: null },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ userId: 1, kind: 1 }, { name: "one_per_user_and_kind", unique: true });

export const wallets: CollectionDefinition<Wallet> = { name: "wallets", schema };
