import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Offer } from "../domain/message-package.ts";

/** An offer that is or was on sale. */
export interface DmPackage extends Offer {
  readonly _id: string;
  readonly creatorId: string;
  readonly currency: string;
  readonly active: boolean;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

const schema = new Schema<DmPackage>(
  {
    _id: { type: String, required: true },
    creatorId: { type: String, required: true },
    dmType: { type: String, required: true },
    price: { type: Schema.Types.BigInt, required: true },
    currency: { type: String, required: true },
    title: { type: String, default: null },
    active: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    endedAt: { type: Date, default: null },
  },
  { versionKey: false },
);
schema.index({ creatorId: 1 }, { name: "one_active", unique: true, partialFilterExpression: { active: true } });
schema.index({ creatorId: 1, createdAt: -1 });

export function dmPackageModel(connection: Connection): Model<DmPackage> {
  return modelOf(connection, "dm_packages", schema);
}
