import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";

export interface BlockDoc {
  readonly _id: string;
  readonly ownerId: string;
  readonly blockedId: string;
  readonly createdAt: Date;
}

const schema = new Schema<BlockDoc>(
  {
    _id: { type: String, required: true },
    ownerId: { type: String, required: true },
    blockedId: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ ownerId: 1, blockedId: 1 }, { name: "one_per_pair", unique: true });
schema.index({ ownerId: 1, createdAt: -1, _id: -1 }, { name: "of_owner" });
schema.index({ blockedId: 1 }, { name: "of_blocked" });

export function blockListModel(connection: Connection): Model<BlockDoc> {
  return modelOf(connection, "block_lists", schema);
}
