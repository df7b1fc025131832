import { Schema } from "mongoose";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";

/**
 * PENDING: the identity may be claimed, the creator is not created yet. UNDOING: the claim has to be released.
 * UNDONE: the claim is released or was refused. DONE: the creator exists; the claim is final once `settled`.
 */
type UpgradeStatus = "PENDING" | "UNDOING" | "UNDONE" | "DONE";

/** State of one upgrade of a user. Its id is the id of the claim at the account service. */
export interface UpgradeSagaDoc {
  readonly _id: string;
  readonly userId: string;
  readonly status: UpgradeStatus;
  /** While true, the user cannot start another upgrade. */
  readonly open: boolean;
  /** True once the account service has made the claim final. */
  readonly settled: boolean;
  readonly creatorId: string | null;
  /** Of the request: a repeated request finds its result by it. */
  readonly idempotencyKey?: string | undefined;
  /** SHA-256 of the requested fields, in hex: another request with the same key is refused. */
  readonly wishHash?: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const schema = new Schema<UpgradeSagaDoc>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    status: { type: String, required: true },
    open: { type: Boolean, required: true },
    settled: { type: Boolean, required: true },
    creatorId: { type: String, default: null },
    idempotencyKey: String,
    wishHash: String,
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ userId: 1 }, { name: "one_open", unique: true, partialFilterExpression: { open: true } });
schema.index({ userId: 1, createdAt: 1 }, { name: "of_user" });
schema.index({ status: 1, settled: 1, updatedAt: 1 });

export const upgradeSagas: CollectionDefinition<UpgradeSagaDoc> = { name: "upgrade_sagas", schema };
