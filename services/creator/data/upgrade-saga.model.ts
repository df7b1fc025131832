import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";

/**
 * PENDING: the identity may be claimed, nothing is written here yet. UNDOING: the claim has to be given back.
 * UNDONE: nothing is left of it. DONE: the creator exists; the claim is final once `settled`.
 */
export type UpgradeStatus = "PENDING" | "UNDOING" | "UNDONE" | "DONE";

/** How far the upgrade of one user has come. Its id is the claim at the account service. */
export interface UpgradeSaga {
  readonly _id: string;
  readonly userId: string;
  readonly status: UpgradeStatus;
  /** True while it keeps the same user from starting another one. */
  readonly open: boolean;
  readonly settled: boolean;
  readonly creatorId: string | null;
  /** Of the request, with a hash of what it asked for: the same one finds what has become of it. */
  readonly idempotencyKey?: string | undefined;
  readonly wishHash?: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const schema = new Schema<UpgradeSaga>(
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

export function upgradeSagaModel(connection: Connection): Model<UpgradeSaga> {
  return modelOf(connection, "upgrade_sagas", schema);
}
