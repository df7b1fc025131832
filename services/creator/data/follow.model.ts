import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";

/** A user follows a creator. */
export interface Follow {
  readonly _id: string;
  readonly creatorId: string;
  readonly userId: string;
  readonly createdAt: Date;
}

const schema = new Schema<Follow>(
  {
    _id: { type: String, required: true },
    creatorId: { type: String, required: true },
    userId: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ creatorId: 1, userId: 1 }, { name: "once", unique: true });
schema.index({ userId: 1, createdAt: -1, _id: -1 }, { name: "of_user" });

export function followModel(connection: Connection): Model<Follow> {
  return modelOf(connection, "follows", schema);
}
